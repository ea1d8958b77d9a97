# bash completion for zermelo(1). The words come from the program itself, so they are
# always those of the version that is installed.
_zermelo_verbs() { zermelo help 2>/dev/null | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'; }
_zermelo_games() { zermelo games --json 2>/dev/null | sed -n 's/^{"game":"\([^"]*\)".*/\1/p'; }
_zermelo_options() { zermelo help "$1" 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p'; }
_zermelo_searches() {
    zermelo help searches 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'
}
_zermelo_players() {
    zermelo help players 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'
}

_zermelo() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local verb=${COMP_WORDS[1]} words files=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$(_zermelo_verbs) help"
    elif [ "$verb" = help ]; then
        words="$(_zermelo_verbs) searches players"
    else
        case $previous in
        --search | --algorithm) words=$(_zermelo_searches) ;;
        --x | --o) words="level:1 level:3 level:5 level:8 level:10 $(_zermelo_players)" ;;
        --strategy) words="questions mtdf pns" ;;
        --load | --save | --svg | --sheet | --out | --work | --book | --plugin | --store | --dir | --training) files=yes ;;
        *)
            case $current in
            -*) words=$(_zermelo_options "$verb") ;;
            *) words=$(_zermelo_games) files=yes ;;
            esac
            [ "$verb $COMP_CWORD" != "train 2" ] || words="$words join report grade export import"
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    [ -z "$files" ] || mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
}
complete -o filenames -F _zermelo zermelo
