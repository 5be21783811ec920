import type { Db } from '#db/database.ts'
import { codesIn } from '#features/references/field-codes.rules.ts'
import { refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import {
  type CaseSection,
  type SectionCode,
  sectionOf,
  sectionsOf,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { hasSection, sectionCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { askedFieldsOfCase } from '#features/products/terms/asked-fields.service.ts'
import { refuseTypedRate } from '#features/products/pricing/typed-rate.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { keepMasked, masked, seesPersonalData } from '#lib/masking.ts'
import {
  insertSection,
  lockSection,
  type SectionRow,
  type SectionWrite,
  updateSection,
} from './case-sections.repo.ts'
import { checkEditable } from './editable.ts'
import { readQuestionnaire, type StoredQuestionnaire, toSection } from './questionnaire.service.ts'
import { checkValues, fullNameOf, sameValues } from './section-values.rules.ts'
import { keepSaveMark } from './save-marks.service.ts'
import { afterSave, touchesHead } from './section-consequences.service.ts'

/** What the area needs beside the database. */
export interface SectionParts {
  readonly engine: Engine
  readonly references: ReferenceReader
}
/** Which section is meant. */
export interface SectionPlace {
  readonly caseId: number
  readonly section: SectionCode
  readonly participantId: number | null
}

const noSection = () => notFound('В этой анкете нет такого раздела')
const emptyValues: SectionValues = {}

function requirePlace(row: CaseRow, stored: StoredQuestionnaire, { section, participantId }: SectionPlace) {
  const { scope } = sectionOf(section)
  if (!sectionsOf(row.type).includes(section) || (scope === 'CASE') !== (participantId === null))
    throw noSection()
  if (participantId === null) return null
  const person = stored.participants.find(({ id }) => id === participantId)
  if (person === undefined) throw notFound('Участник не найден или удалён из заявки')
  if (!hasSection(section, person.role)) throw conflict('У участника с такой ролью нет этого раздела')
  return person
}

/** Writes down that somebody saw the numbers of the people of a case whole. */
export async function noteSeen(context: Context, row: CaseRow, what: string, persons: number): Promise<void> {
  if (persons === 0 || !seesPersonalData(context.actor)) return
  await recordUnmasking(context, { type: caseTypes[row.type].object, id: row.id }, { persons, what })
}

/** The questionnaire with what its products ask for besides: how full a section is depends on it. */
async function readAsking({ engine }: SectionParts, db: Db, row: CaseRow): Promise<StoredQuestionnaire> {
  const stored = await readQuestionnaire(db, row.id, row.type)
  return { ...stored, asks: await askedFieldsOfCase(engine, db, row.id, row.type) }
}

function answer(stored: StoredQuestionnaire, place: SectionPlace): CaseSection {
  const person = stored.participants.find(({ id }) => id === place.participantId) ?? null
  return toSection(stored, sectionCompleteness(place.section, stored, person))
}

/** One section as the person may see it. */
export async function getSection(
  parts: SectionParts,
  context: Context,
  place: SectionPlace,
): Promise<CaseSection> {
  const { db, actor } = context
  const row = await requireCase(db, actor, place.caseId, 'Read')
  const stored = await readAsking(parts, db, row)
  requirePlace(row, stored, place)
  return shown(context, row, stored, place)
}

/** The section as the person may see it; what they see whole is written down. */
async function shown(
  context: Context,
  row: CaseRow,
  stored: StoredQuestionnaire,
  place: SectionPlace,
): Promise<CaseSection> {
  const { title } = sectionOf(place.section)
  await noteSeen(context, row, `Раздел «${title}»`, place.participantId === null ? 0 : 1)
  return masked(context.actor, answer(stored, place))
}

async function checkCodes(
  db: Db,
  section: SectionCode,
  values: SectionValues,
  before: SectionValues,
): Promise<void> {
  const { fields } = sectionOf(section)
  const kept = codesIn(fields, before)
  await refuseUnknownCodes(db, codesIn(fields, values, 'data.'), { kept })
}

function withSection(stored: StoredQuestionnaire, place: SectionPlace, row: SectionRow): StoredQuestionnaire {
  const { section, participantId } = place
  const own = (one: SectionRow) => one.section === section && one.participantId === participantId
  const data = { [section]: row.data }
  return {
    ...stored,
    rows: [...stored.rows.filter((one) => !own(one)), row],
    sections: participantId === null ? { ...stored.sections, ...data } : stored.sections,
    participants: stored.participants.map((person) =>
      person.id === participantId ? { ...person, sections: { ...person.sections, ...data } } : person,
    ),
  }
}

interface Sent {
  readonly data: SectionValues
  readonly version: number
}

/** The next values as they are to be stored; 400 with the paths of what is wrong. */
async function checkNext(
  { engine }: SectionParts,
  db: Db,
  section: SectionCode,
  next: SectionValues,
  before: SectionValues,
): Promise<SectionValues> {
  const { values, errors } = checkValues(section, next, bankDay(engine.clock))
  if (values === null) throw invalid([...errors])
  await checkCodes(db, section, values, before)
  return values
}

/** Writes the next state over the one that is held and answers when; somebody else's first save makes ours stale. */
async function writeState(
  parts: SectionParts,
  context: Context,
  row: CaseRow,
  write: SectionWrite,
  held: SectionRow | undefined,
): Promise<string> {
  const savedAt = await (held === undefined ? insertSection : updateSection)(context.db, write)
  if (savedAt !== null) return savedAt
  const now = await readAsking(parts, context.db, row)
  throw await staleSection(context, row, now, write, await lockSection(context.db, write))
}

/**
 * Saves one section: by its own version, only in stages in which the questionnaire may be changed. What was not changed
 * writes nothing; a masked number stays what it is.
 */
export const saveSection = (
  parts: SectionParts,
  context: Context,
  place: SectionPlace,
  { data, version }: Sent,
): Promise<CaseSection> =>
  changeSection(parts, context, place, {
    version,
    change: (before) => keepMasked(data, before, 'data.'),
  })

/** The same with the next values made on the server of those that are held. */
export async function changeSection(
  parts: SectionParts,
  context: Context,
  place: SectionPlace,
  {
    version,
    change,
  }: { readonly version: number; readonly change: (before: SectionValues) => SectionValues },
): Promise<CaseSection> {
  const { db, actor } = context
  const lock = touchesHead(place.section) ? 'update' : 'share'
  const row = await requireCase(db, actor, place.caseId, 'Update', lock)
  checkEditable(parts.engine, actor, row, place.section)
  const held = await lockSection(db, place)
  const stored = await readAsking(parts, db, row)
  requirePlace(row, stored, place)
  if ((held?.version ?? 0) !== version) throw await staleSection(context, row, stored, place, held)
  const before = held?.data ?? emptyValues
  const values = await checkNext(parts, db, place.section, change(before), before)
  await refuseTypedRate(db, place, before, values)
  if (held !== undefined && sameValues(values, held.data)) return masked(actor, answer(stored, place))

  const { section, participantId } = place
  const state = { section, participantId, data: values, savedBy: actor.descriptor, version: version + 1 }
  const { filled, needed } = answer(withSection(stored, place, { ...state, savedAt: '' }), place)
  const write = { ...place, data: values, filled, needed, actorId: actor.employeeId }
  const after = withSection(stored, place, {
    ...state,
    savedAt: await writeState(parts, context, row, write, held),
  })
  await keepSaveMark(context, row.id, section)
  const participant = stored.people.find(({ id }) => id === participantId)
  await afterSave(context, row, { section, values, participant })
  const name = section === 'PERSONAL' ? fullNameOf(values) : ''
  return masked(actor, { ...answer(after, place), ...(name !== '' && { participantName: name }) })
}

async function staleSection(
  context: Context,
  row: CaseRow,
  stored: StoredQuestionnaire,
  place: SectionPlace,
  held: SectionRow | undefined,
) {
  const by = held && { descriptor: held.savedBy ?? 'Система', at: held.savedAt }
  return stale(await shown(context, row, stored, place), by)
}
