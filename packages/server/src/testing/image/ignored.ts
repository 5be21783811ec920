/** A pattern of .dockerignore as a test of a path. */
function testOf(pattern: string): RegExp {
  const text = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[part] ?? part)
    .join('')
  return new RegExp(`^${text}$`)
}

/** A path and the folders that it is in, from the outermost. */
const withFolders = (path: string): string[] =>
  path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))

/** Which files a build does not see, as Docker reads the file: the last line that means a path or its folder decides. */
export function ignoredBy(text: string): (path: string) => boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const rules = lines.map((line) => {
    const isBack = line.startsWith('!')
    const pattern = line
      .slice(isBack ? 1 : 0)
      .trim()
      .replace(/^\//, '')
      .replace(/(?<!\/)\/+$/, '')
    return { isBack, test: testOf(pattern) }
  })
  return (path) => {
    const places = withFolders(path)
    let isIgnored = false
    for (const { isBack, test } of rules) if (places.some((place) => test.test(place))) isIgnored = !isBack
    return isIgnored
  }
}
