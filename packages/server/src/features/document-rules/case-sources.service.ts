import type { DocumentOwnerType } from '@ipoteka-office/contract/documents.ts'
import type { CaseType } from '@ipoteka-office/contract/machines/machines.ts'
import type { Db } from '#db/database.ts'
import { levelOf } from '#features/applications/level.rules.ts'
import { type ProgrammeIndex, programmeIndex } from '#features/applications/programme-names.rules.ts'
import { meansOfCase } from '#features/case-means/case-means.service.ts'
import { readQuestionnaire } from '#features/case-sections/questionnaire.service.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { applicationCase } from './application-case.rules.ts'
import { findCase, findIdByNumber, findOpenCases } from './application-cases.repo.ts'
import type { CaseData } from './case-facts.rules.ts'
import { findCaseFile, findFileByNumber, findOpenFiles } from './case-files.repo.ts'
import type { RuleParts } from './document-rules.service.ts'
import { questionnaireCase } from './questionnaire-case.rules.ts'

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

async function readProgrammes({ references }: RuleParts): Promise<ProgrammeIndex> {
  const { items } = await references.find('product/type')
  return programmeIndex(
    (items ?? []).map(({ code, name, attributes: { aliases } }) => ({
      code,
      name,
      aliases: typeof aliases === 'string' ? aliases : null,
    })),
  )
}

/** The case by its questionnaire; null when there is none yet. */
async function fromQuestionnaire(
  db: Db,
  actor: Actor,
  { clock }: RuleParts,
  type: CaseType,
  id: number,
): Promise<CaseData | null> {
  const file = await findCaseFile(db, actor, clock.timeZone, { id, type })
  if (file === undefined) return null
  const stored = await readQuestionnaire(db, id, type)
  if (type === 'FULL_APPLICATION' && stored.rows.length === 0 && stored.people.length === 0) return null
  const means = await meansOfCase(db, clock, id, stored)
  return questionnaireCase({ ...file, level: levelOf(file.amount) }, stored, bankDay(clock), means)
}

/** Full applications: by the questionnaire, and what another system put into the queue by its head. */
const applications: CaseSource = {
  async find(db, actor, parts, id) {
    const written = await fromQuestionnaire(db, actor, parts, 'FULL_APPLICATION', id)
    if (written !== null) return written
    const row = await findCase(db, actor, parts.clock.timeZone, id)
    return row === undefined ? null : applicationCase(row, await readProgrammes(parts))
  },
  async findByNumber(db, actor, number) {
    const queued = await findIdByNumber(db, actor, number)
    return queued ?? (await findFileByNumber(db, actor, 'FULL_APPLICATION', number)) ?? null
  },
  async listOpen(db, actor, parts, limit) {
    const { rows, total } = await findOpenCases(db, actor, parts.clock.timeZone, limit)
    const programmes = await readProgrammes(parts)
    const cases: OpenCase[] = []
    for (const row of rows) {
      const written = row.isWritten
        ? await fromQuestionnaire(db, actor, parts, 'FULL_APPLICATION', row.id)
        : null
      cases.push({ id: row.id, number: row.number, data: written ?? applicationCase(row, programmes) })
    }
    return { cases, total }
  },
}

/** Cases of which the questionnaire, or the head alone, is known. */
const filesOf = (type: CaseType): CaseSource => ({
  find: (db, actor, parts, id) => fromQuestionnaire(db, actor, parts, type, id),
  async findByNumber(db, actor, number) {
    return (await findFileByNumber(db, actor, type, number)) ?? null
  },
  async listOpen(db, actor, parts, limit) {
    const { ids, total } = await findOpenFiles(db, actor, type, limit)
    const cases: OpenCase[] = []
    for (const id of ids) {
      const data = await fromQuestionnaire(db, actor, parts, type, id)
      if (data !== null) cases.push({ id, number: data.title, data })
    }
    return { cases, total }
  },
})

/** Owners of documents that are cases; a partner's documents have no completeness. */
export const caseSources: Readonly<Partial<Record<DocumentOwnerType, CaseSource>>> = {
  APPLICATION: applications,
  SHORT_APPLICATION: filesOf('SHORT_APPLICATION'),
  LOAN_APPLICATION: filesOf('LOAN_APPLICATION'),
}
