import {
  type CaseParticipant,
  type ParticipantRole,
  participantRoles,
} from '@ipoteka-office/contract/cases/case-participants.ts'
import {
  type SectionCode,
  sectionDefinitions,
  sectionsOf,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { hasSection, sectionCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { insertSection } from './case-sections.repo.ts'
import { checkEditable } from './editable.ts'
import {
  findParticipants,
  insertParticipant,
  lockParticipant,
  type ParticipantRow,
  updateParticipant,
  writeOrder,
} from './participants.repo.ts'
import { findOrCreatePerson, type KnownForCase, knownForCase, personOf } from './persons.service.ts'
import type { SectionParts } from './save-section.service.ts'
import { fittingValues, fullNameOf } from './section-values.rules.ts'

/** More people than this take part in no deal. */
const maxParticipants = 30

const toParticipant = ({
  id,
  role,
  name,
  personId,
  removedAt,
  version,
}: ParticipantRow): CaseParticipant => ({
  id,
  role,
  roleName: participantRoles[role],
  name: name || participantRoles[role],
  personId,
  removedAt,
  version,
})

/** Everybody who takes part or did. */
export async function listParticipants({ db, actor }: Context, caseId: number): Promise<CaseParticipant[]> {
  await requireCase(db, actor, caseId, 'Read')
  return (await findParticipants(db, caseId)).map(toParticipant)
}

async function requireEditable({ engine }: SectionParts, { db, actor }: Context, caseId: number) {
  const row = await requireCase(db, actor, caseId, 'Update', 'update')
  checkEditable(engine, actor, row, 'PERSONAL')
  if (!sectionsOf(row.type).includes('PERSONAL')) throw notFound('У этого дела нет участников')
  return row
}

async function requireParticipant(
  db: Db,
  caseId: number,
  id: number,
  version: number,
): Promise<ParticipantRow> {
  const row = await lockParticipant(db, caseId, id)
  if (row === undefined) throw notFound('Участник не найден')
  if (row.version !== version) throw stale(toParticipant(row), undefined)
  return row
}

async function reread(db: Db, caseId: number, id: number): Promise<CaseParticipant> {
  const row = (await findParticipants(db, caseId)).find((one) => one.id === id)
  if (row === undefined) throw notFound('Участник не найден')
  return toParticipant(row)
}

/** Of a case what its participants need. */
export type ParticipantsCase = Pick<CaseRow, 'id' | 'type' | 'partnerId'>

/** Sections that a participant of the role has in the case. */
export const personSections = (row: Pick<CaseRow, 'type'>, role: string): SectionCode[] =>
  sectionsOf(row.type).filter(
    (code) => sectionDefinitions[code].scope === 'PARTICIPANT' && hasSection(code, role),
  )

/** Sections that a participant starts with: what a person said last time, without the consents, which are of one case. */
export type StartingSections = Readonly<Partial<Record<SectionCode, SectionValues>>>

/** Writes a new participant with what is known of them; what does not fit is left out. */
export async function writeParticipant(
  db: Db,
  row: ParticipantsCase,
  {
    role,
    personId,
    sections,
  }: { role: ParticipantRole; personId: number | null; sections: StartingSections },
  actorId: number | null,
): Promise<number> {
  const personal = fittingValues('PERSONAL', sections.PERSONAL ?? {})
  const person = personId ?? (await findOrCreatePerson(db, row.partnerId, personOf(personal), actorId))
  const id = await insertParticipant(db, {
    caseId: row.id,
    role,
    personId: person,
    name: fullNameOf(personal),
  })
  for (const section of personSections(row, role)) {
    const data = section === 'PERSONAL' ? personal : fittingValues(section, sections[section] ?? {})
    if (Object.keys(data).length === 0) continue
    const place = { caseId: row.id, section, participantId: id }
    const own = { id, role, name: '', sections: { ...sections, [section]: data } }
    const { filled, needed } = sectionCompleteness(section, { sections: {} }, own)
    await insertSection(db, { ...place, data, filled, needed, actorId })
  }
  return id
}

const added = ({
  lastName,
  firstName,
  middleName,
  birthDate,
}: Record<'lastName' | 'firstName' | 'middleName', string> & {
  birthDate?: string | undefined
}): StartingSections => ({ PERSONAL: { lastName, firstName, middleName, birthDate, citizenship: '643' } })

/** Adds somebody; with a known person the questionnaire starts from what they said last time. */
export async function addParticipant(
  parts: SectionParts,
  context: Context,
  caseId: number,
  body: { role: ParticipantRole; personId?: number | undefined } & Parameters<typeof added>[0],
): Promise<CaseParticipant> {
  const { db, actor } = context
  const row = await requireEditable(parts, context, caseId)
  const present = (await findParticipants(db, caseId)).filter(({ removedAt }) => removedAt === null)
  checkRoom(present, body.role)
  if (present.length >= maxParticipants) throw conflict(`В заявке не более ${maxParticipants} участников`)
  const known =
    body.personId === undefined ? undefined : await bringKnown(context, row, body.personId, present)
  const person = {
    role: body.role,
    personId: known?.personId ?? null,
    sections: known?.sections ?? added(body),
  }
  return reread(db, caseId, await writeParticipant(db, row, person, actor.employeeId))
}

/** What a known person said last, for this case; from where it was copied is written down. */
async function bringKnown(
  context: Context,
  row: CaseRow,
  personId: number,
  present: readonly ParticipantRow[],
): Promise<Pick<KnownForCase, 'personId' | 'sections'>> {
  const { db, actor } = context
  const known = await knownForCase(db, actor, row, personId)
  if (known === undefined)
    throw invalid([{ path: 'personId', message: 'Человек не найден: выберите из списка' }])
  const { CONSENTS: _consents, ...sections } = known.sections
  const own =
    known.personId ??
    (await findOrCreatePerson(db, row.partnerId, personOf(sections.PERSONAL ?? {}), actor.employeeId))
  if (own !== null && present.some((one) => one.personId === own))
    throw conflict('Этот человек уже участвует в заявке')
  for (const { id, type } of known.sources)
    await recordUnmasking(
      context,
      { type: caseTypes[type].object, id },
      { persons: 1, what: `Анкета скопирована в заявку ${row.number}`, always: true },
    )
  return { personId: own, sections }
}

function checkRoom(present: readonly ParticipantRow[], role: ParticipantRole, but?: number): void {
  const others = present.filter(({ id, removedAt }) => id !== but && removedAt === null)
  if (role === 'MAIN_BORROWER' && others.some((one) => one.role === role))
    throw conflict('Основной заёмщик в заявке один: сначала измените роль прежнего')
  const spouses: readonly string[] = ['SPOUSE', 'SPOUSE_NOT_BORROWER']
  if (spouses.includes(role) && others.some((one) => spouses.includes(one.role)))
    throw conflict('Супруг(а) уже есть среди участников')
}

/** Another role, or out of the case and back. */
export async function changeParticipant(
  parts: SectionParts,
  context: Context,
  place: { readonly id: number; readonly participantId: number },
  change: { readonly version: number; readonly role?: ParticipantRole; readonly removed?: boolean },
): Promise<CaseParticipant> {
  const { db } = context
  await requireEditable(parts, context, place.id)
  const row = await requireParticipant(db, place.id, place.participantId, change.version)
  if (row.role === 'MAIN_BORROWER' && (change.removed === true || (change.role ?? row.role) !== row.role))
    throw conflict('Без основного заёмщика заявки не бывает: изменить его роль или удалить его нельзя')
  const present = await findParticipants(db, place.id)
  if (change.removed !== true) checkRoom(present, change.role ?? row.role, row.id)
  const isSame = change.role === row.role || change.removed === (row.removedAt !== null)
  if (!isSame) await updateParticipant(db, row.id, change)
  return reread(db, place.id, row.id)
}

/** Another order of those who take part. */
export async function orderParticipants(
  parts: SectionParts,
  context: Context,
  caseId: number,
  ids: readonly number[],
): Promise<CaseParticipant[]> {
  const { db } = context
  await requireEditable(parts, context, caseId)
  const present = (await findParticipants(db, caseId)).filter(({ removedAt }) => removedAt === null)
  const isWhole = new Set(ids).size === present.length && present.every(({ id }) => ids.includes(id))
  if (!isWhole || ids.length !== present.length)
    throw conflict('Состав участников изменился: обновите страницу и задайте порядок ещё раз')
  await writeOrder(db, caseId, ids)
  return (await findParticipants(db, caseId)).map(toParticipant)
}
