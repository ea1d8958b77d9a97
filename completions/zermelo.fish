# fish completion for zermelo(1); the words come from the program itself.
function __zermelo_verb
    set -l words (commandline -opc)
    test (count $words) -ge 2; and echo $words[2]
end
complete -c zermelo -n 'test (count (commandline -opc)) -eq 1' -f \
    -a "(zermelo help | sed -n '/^Verbs:/,/^\$/s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p')"
complete -c zermelo -n 'test (count (commandline -opc)) -ge 2' \
    -a "(zermelo games --json | sed -n 's/^{\"game\":\"\([^\"]*\)\".*/\1/p')"
complete -c zermelo -n 'test (count (commandline -opc)) -ge 2' \
    -a "(zermelo help (__zermelo_verb) | sed -n 's/^  \(--[a-z-]*\).*/\1/p')"
complete -c zermelo -n 'test "$(count (commandline -opc)) $(__zermelo_verb)" = "2 train"' \
    -a 'join report grade export import'
