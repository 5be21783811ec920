import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take or wait for ten seconds and more, the longest first; the one that fills the demo bank before the one
 * that takes a copy.
 */
const long = [
  'accessibility.e2e.ts',
  'main.test.ts',
  'recogniser.test.ts',
  'jobs.test.ts',
  'hostile-files.test.ts',
  'gar-import.test.ts',
  // Half of its time it waits for the jobs of the server that it has killed, and before it for the bank.
  'killed-server.test.ts',
  'reassignments.test.ts',
  'file-stores.test.ts',
  'inspector.test.ts',
  'structure.test.ts',
  'full-applications.routes.test.ts',
  'reference-import.routes.test.ts',
  'document-bytes.routes.test.ts',
  'document-files.routes.test.ts',
  'dashboard.routes.test.ts',
  'uploads.routes.test.ts',
  'public-links.test.ts',
  'killed-case-jobs.test.ts',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const at = long.findIndex((name) => moduleId.endsWith(`/${name}`))
  return at === -1 ? long.length : at
}
/** A worker serves one project: each project's files stand together. */
const again = ({ project }: TestSpecification): number => (project.name.endsWith('-system-postgres') ? 1 : 0)

/** Begins with the long files: a machine without a record of earlier runs goes by size, and waits for the last one alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => again(a) - again(b) || rank(a) - rank(b))
  }
}
