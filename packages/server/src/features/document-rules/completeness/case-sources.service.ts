import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { type CaseType, caseTypes, caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { DocumentOwnerType } from '@ipoteka-office/contract/documents/documents.ts'
import type { Db } from '#db/database.ts'
import { writtenMeansOfCases } from '#features/cases/means/case-means.service.ts'
import {
  readQuestionnaires,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { levelOf } from '#features/queue/distribution/level.rules.ts'
import { type ProgrammeIndex, programmeIndex } from '#features/queue/programme-names.rules.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { RuleParts } from '../document-rules.service.ts'
import { applicationCase } from './application-case.rules.ts'
import { findCase, findIdByNumber, findOpenCases } from './application-cases.repo.ts'
import type { CaseData } from './case-facts.rules.ts'
import { findCaseFiles, findFileByNumber, findOpenFiles } from './case-files.repo.ts'
import { questionnaireCase } from './questionnaire-case.rules.ts'

/** A case with what tells it apart. */
export interface OpenCase {
  readonly id: number
  readonly number: string
  readonly data: CaseData
}

/**
 * Where the facts of a kind of case come from. It answers only what the caller may see and leaves out what is not known.
 */
export interface CaseSource {
  /** Null when there is no such case or the caller may not see it. */
  find(db: Db, actor: Actor, parts: RuleParts, id: number): Promise<CaseData | null>
  /** The same of many at once, by their questionnaires; those that have none are absent. */
  findMany(db: Db, actor: Actor, parts: RuleParts, ids: readonly number[]): Promise<Map<number, CaseData>>
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
    (items ?? []).map(({ code, name, attributes: { aliases, goal } }) => ({
      code,
      name,
      aliases: typeof aliases === 'string' ? aliases : null,
      ...(typeof goal === 'string' && { goal }),
    })),
  )
}

/** Programmes that a house is built by, as the dictionary marks them. */
async function readHouseProgrammes({ references }: Pick<RuleParts, 'references'>): Promise<Set<string>> {
  const { items } = await references.find('product/type')
  const marked = (items ?? []).filter(({ attributes }) => attributes['construction'] === true)
  return new Set(marked.map(({ code }) => code))
}

/** Cases by their questionnaires, read all at once; those that have none yet, or may not be seen, are absent. */
async function fromQuestionnaires(
  db: Db,
  actor: Actor,
  parts: RuleParts,
  type: CaseType,
  ids: readonly number[],
): Promise<Map<number, CaseData>> {
  const stored = await readQuestionnaires(db, ids, type)
  const isEmpty = ({ rows, people }: StoredQuestionnaire) => rows.length === 0 && people.length === 0
  const written = caseTypes[type].isHandedIn ? [...stored].filter(([, one]) => !isEmpty(one)) : stored
  return toldCases(db, actor, parts, type, new Map(written))
}

/** Cases by what is told of each; those that may not be seen are absent. */
async function toldCases(
  db: Db,
  actor: Actor,
  { clock, parameters, references }: RuleParts,
  type: CaseType,
  told: ReadonlyMap<number, QuestionnaireData>,
): Promise<Map<number, CaseData>> {
  const files = await findCaseFiles(db, actor, clock.timeZone, { ids: [...told.keys()], type })
  const means = await writtenMeansOfCases(db, { clock, parameters }, told)
  const today = bankDay(clock)
  const figures = await parameters.figuresOn(today)
  const houseProgrammes = await readHouseProgrammes({ references })
  return new Map(
    files.flatMap((file): [number, CaseData][] => {
      const one = told.get(file.id)
      const worth = means.get(file.id)
      if (one === undefined || worth === undefined) return []
      return [
        [
          file.id,
          questionnaireCase(
            { ...file, houseProgrammes, level: levelOf(figures, file.amount) },
            one,
            today,
            worth,
          ),
        ],
      ]
    }),
  )
}

/** A case by what its card says, of a type that has no questionnaire; null when the caller may not see it. */
export async function caseByCard(
  db: Db,
  actor: Actor,
  parts: RuleParts,
  id: number,
  card: QuestionnaireData,
): Promise<CaseData | null> {
  return (await toldCases(db, actor, parts, card.type, new Map([[id, card]]))).get(id) ?? null
}

async function fromQuestionnaire(
  db: Db,
  actor: Actor,
  parts: RuleParts,
  type: CaseType,
  id: number,
): Promise<CaseData | null> {
  return (await fromQuestionnaires(db, actor, parts, type, [id])).get(id) ?? null
}

/** Cases by the questionnaire, and what another system put into the queue by its head. */
const withHandedIn = (type: CaseType): CaseSource => ({
  async find(db, actor, parts, id) {
    const written = await fromQuestionnaire(db, actor, parts, type, id)
    if (written !== null) return written
    const row = await findCase(db, actor, parts.clock.timeZone, id)
    return row === undefined ? null : applicationCase(type, row, await readProgrammes(parts))
  },
  findMany: (db, actor, parts, ids) => fromQuestionnaires(db, actor, parts, type, ids),
  async findByNumber(db, actor, number) {
    const queued = await findIdByNumber(db, actor, number)
    return queued ?? (await findFileByNumber(db, actor, type, number)) ?? null
  },
  async listOpen(db, actor, parts, limit) {
    const { rows, total } = await findOpenCases(db, actor, parts.clock.timeZone, limit)
    const programmes = await readProgrammes(parts)
    const ids = rows.filter(({ isWritten }) => isWritten).map(({ id }) => id)
    const written = await fromQuestionnaires(db, actor, parts, type, ids)
    const cases = rows.map(
      (row): OpenCase => ({
        id: row.id,
        number: row.number,
        data: written.get(row.id) ?? applicationCase(type, row, programmes),
      }),
    )
    return { cases, total }
  },
})

/** Cases of which the questionnaire, or the head alone, is known. */
const filesOf = (type: CaseType): CaseSource => ({
  find: (db, actor, parts, id) => fromQuestionnaire(db, actor, parts, type, id),
  findMany: (db, actor, parts, ids) => fromQuestionnaires(db, actor, parts, type, ids),
  async findByNumber(db, actor, number) {
    return (await findFileByNumber(db, actor, type, number)) ?? null
  },
  async listOpen(db, actor, parts, limit) {
    const { ids, total } = await findOpenFiles(db, actor, type, limit)
    const found = await fromQuestionnaires(db, actor, parts, type, ids)
    const cases = ids.flatMap((id): OpenCase[] => {
      const data = found.get(id)
      return data === undefined ? [] : [{ id, number: data.title, data }]
    })
    return { cases, total }
  },
})

/** Owners of documents that the rules ask for any: cases of these types; a partner's documents have no completeness. */
export const caseSources: Readonly<Partial<Record<DocumentOwnerType, CaseSource>>> = Object.fromEntries(
  caseTypesWith(({ documents }) => documents.rules !== undefined).map((type) => {
    const { isHandedIn, documents } = caseTypes[type]
    return [documents.owner, isHandedIn ? withHandedIn(type) : filesOf(type)]
  }),
)
