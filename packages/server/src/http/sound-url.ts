/**
 * An address whose path cannot be decoded (`/%E0%A4`), with its percent signs taken literally: it names nothing
 * and is answered as any unknown address is, by the page or by the API's 404.
 */
export function soundUrl(url: string): string {
  if (!url.includes('%')) return url
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
