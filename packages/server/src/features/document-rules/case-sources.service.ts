import type { DocumentOwnerType } from '@ipoteka-office/contract/documents.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { applicationCase, programmeIndex } from './application-case.rules.ts'
import { findCase, findIdByNumber, findOpenCases } from './application-cases.repo.ts'
import type { CaseData } from './case-facts.rules.ts'
import type { RuleParts } from './document-rules.service.ts'

/** A case with what tells it apart. */
export interface OpenCase {
  readonly id: number
  readonly number: string
  readonly data: CaseData
}

/**
 * Where the facts of a kind of case come from. To join: add the owner type to `documentOwnerTypes`, write a source that
 * answers only what the caller may see and leaves out what is not known, and put it into `caseSources`.
 */
export interface CaseSource {
  /** Null when there is no such case or the caller may not see it. */
  find(db: Db, actor: Actor, parts: RuleParts, id: number): Promise<CaseData | null>
  findByNumber(db: Db, actor: Actor, number: string): Promise<number | null>
  /** Open cases that the caller sees, the newest first, and how many there are in all. */
  listOpen(
    db: Db,
    actor: Actor,
    parts: RuleParts,
    limit: number,
  ): Promise<{ cases: OpenCase[]; total: number }>
}

async function readProgrammes({ references }: RuleParts): Promise<ReadonlyMap<string, string>> {
  const { items } = await references.find('product/type')
  return programmeIndex(items ?? [])
}

const applications: CaseSource = {
  async find(db, actor, parts, id) {
    const row = await findCase(db, actor, parts.clock.timeZone, id)
    return row === undefined ? null : applicationCase(row, await readProgrammes(parts))
  },
  async findByNumber(db, actor, number) {
    return (await findIdByNumber(db, actor, number)) ?? null
  },
  async listOpen(db, actor, parts, limit) {
    const { rows, total } = await findOpenCases(db, actor, parts.clock.timeZone, limit)
    const programmes = await readProgrammes(parts)
    const toCase = (row: (typeof rows)[number]): OpenCase => ({
      id: row.id,
      number: row.number,
      data: applicationCase(row, programmes),
    })
    return { cases: rows.map(toCase), total }
  },
}

/** Owners of documents that are cases; a partner's documents have no completeness. */
export const caseSources: Readonly<Partial<Record<DocumentOwnerType, CaseSource>>> = {
  APPLICATION: applications,
}
