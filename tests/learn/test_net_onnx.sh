#!/bin/sh
# ONNX Runtime says of exported nets what we say. It is fetched from npm when it is not there.
set -u
folder=$BUILD/onnx
mkdir -p "$folder" && cd "$folder" || exit 1
if [ ! -d node_modules/onnxruntime-node ]; then
    npm install --ignore-scripts --no-audit --no-fund onnxruntime-node@1.17.3 >/dev/null 2>&1 || {
        echo "1..0 # SKIP onnxruntime-node cannot be fetched"
        exit 0
    }
fi
"$BUILD/tests/write_onnx" . >expected.jsonl || exit 1
cat >check.js <<'END'
const ort = require('onnxruntime-node')
const fs = require('fs')
const worst = (ours, theirs) =>
    ours.length !== theirs.length
        ? Infinity
        : Math.max(...ours.map((x, i) => Math.abs(x - theirs[i]))) / Math.max(1, ...ours.map(Math.abs))
// Owners are [owner][cell] in ONNX, [cell][owner] with us.
const flat = ({ data }, name) =>
    name === 'owner' ? [...data].map((_, i) => data[(i % 3) * (data.length / 3) + Math.floor(i / 3)]) : [...data]
const main = async () => {
    const nets = fs.readFileSync('expected.jsonl', 'utf8').trim().split('\n').map((line) => JSON.parse(line))
    console.log(`1..${nets.length}`)
    let failed = nets.length === 0
    for (const [i, net] of nets.entries()) {
        const session = await ort.InferenceSession.create(`${i}.onnx`)
        const planes = new ort.Tensor('float32', Float32Array.from(net.planes), net.dims)
        const said = await session.run({ planes })
        const named = ['policy', 'wdl', 'score', 'owner'].filter((name) => name in net)
        const error = Math.max(...named.map((name) => worst(net[name], flat(said[name], name))))
        const ok = error < 1e-5 && Object.keys(said).length === named.length
        failed ||= !ok
        console.log(`${ok ? '' : 'not '}ok ${i + 1} - planes ${net.dims}, ${named}: off by ${error}`)
    }
    process.exit(failed ? 1 : 0)
}
main()
END
node check.js
