/** A line of a Dockerfile, its continuations joined. */
export type Line =
  | {
      readonly word: 'COPY'
      readonly from: string | null
      readonly sources: string[]
      readonly target: string
    }
  | { readonly word: 'WORKDIR' | 'USER' | 'RUN' | 'EXPOSE'; readonly text: string }
  | { readonly word: 'ENV'; readonly values: Record<string, string> }
  | { readonly word: 'CMD' | 'HEALTHCHECK'; readonly command: string[] }

export interface Stage {
  readonly name: string
  readonly base: string
  readonly lines: Line[]
}

const joined = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const jsonIn = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[]

function copyOf(text: string): Line {
  const words = text.split(/\s+/)
  const flags = words.filter((one) => one.startsWith('--'))
  const paths = words.filter((one) => !one.startsWith('--'))
  const strange = flags.find((one) => !one.startsWith('--from='))
  if (strange !== undefined) throw new Error(`COPY ${text}: ${strange} is not followed`)
  return {
    word: 'COPY',
    from: flags[0]?.slice('--from='.length) ?? null,
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? '',
  }
}

function lineOf(line: string): Line {
  const [, word = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
  switch (word) {
    case 'COPY':
      return copyOf(text)
    case 'ENV':
      return {
        word,
        values: Object.fromEntries(text.split(/\s+/).map((pair) => pair.split('=') as [string, string])),
      }
    case 'CMD':
    case 'HEALTHCHECK':
      return { word, command: jsonIn(text) }
    case 'WORKDIR':
    case 'USER':
    case 'RUN':
    case 'EXPOSE':
      return { word, text }
    default:
      throw new Error(`A line of the Dockerfile that is not followed: ${line}`)
  }
}

/** The stages of a Dockerfile, the last one being the image. */
export function stagesOf(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of joined(text)) {
    const [, base, name] = /^FROM (\S+)(?: AS (\S+))?$/.exec(line) ?? []
    if (base !== undefined) stages.push({ base, name: name ?? String(stages.length), lines: [] })
    else stages.at(-1)?.lines.push(lineOf(line))
  }
  return stages
}
