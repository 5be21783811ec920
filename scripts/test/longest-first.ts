import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take half a minute and more, the longest first; the one that fills the demo bank before the one that takes a copy. */
const long = [
  'accessibility.e2e.ts',
  'main.test.ts',
  'recogniser.test.ts',
  'jobs.test.ts',
  'killed-server.test.ts',
  'hostile-files.test.ts',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const at = long.findIndex((name) => moduleId.endsWith(`/${name}`))
  return at === -1 ? long.length : at
}

/** Begins with the long files: a machine without a record of earlier runs goes by size, and waits for the last one alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
