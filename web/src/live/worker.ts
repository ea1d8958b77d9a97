/* worker.ts -- the hub as a SharedWorker: one for all tabs of this browser. */
import { Hub, type Listener, type Wish } from './hub'

const hub = new Hub()

declare const self: { onconnect: ((event: MessageEvent) => void) | null }

self.onconnect = event => {
  const port = event.ports[0]
  if (!port) return
  const listener: Listener = { topics: new Set(), tell: word => port.postMessage(word) }
  port.onmessage = ({ data }: MessageEvent<Wish>) => {
    if (data.say === 'hello') {
      hub.token.value = data.token
      hub.add(listener)
    } else if (data.say === 'topics') hub.want(listener, data.topics)
    else hub.remove(listener)
  }
}
