/* token.ts -- what proves that a command comes from this page: a word in the page's head. A server
 * that was started anew has another word; then the head is read again. */

const pattern = /<meta name="zermelo-token" content="([^"]*)"/

export async function freshToken(): Promise<string> {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null)
  return (answer?.ok && pattern.exec(await answer.text())?.[1]) || ''
}

/** Send a command; if the token was refused, once more with a fresh one. */
export async function post(
  path: string,
  body: unknown,
  token: { value: string },
  more: Record<string, string> = {},
): Promise<Response> {
  const send = (): Promise<Response> =>
    fetch(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Zermelo-Token': token.value,
        ...more,
      },
      body: JSON.stringify(body),
    })
  const answer = await send()
  if (answer.status !== 403) return answer
  const fresh = await freshToken()
  if (!fresh || fresh === token.value) return answer
  token.value = fresh
  return send()
}
