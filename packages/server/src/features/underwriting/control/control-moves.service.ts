import type { Guard, MoveEvent } from '#features/cases/engine/engine.ts'
import { checkSpecs, type CheckCode } from '#features/full-applications/auto-checks.rules.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findControls, findSelectable, findTriggers, insertControl } from './control.repo.ts'
import { chanceReason, shareOf } from './control.rules.ts'

const nameOf = (code: string): string =>
  (checkSpecs as Readonly<Record<string, { readonly name: string }>>)[code satisfies CheckCode | string]
    ?.name ?? code

/** What the checks and the lot choose when an application comes to the underwriter. */
async function choose({ db, engine, caseId }: MoveEvent, at: Date): Promise<void> {
  for (const { participantId, codes } of await findTriggers(db, caseId))
    await insertControl(db, {
      ...{ caseId, participantId, at, startedBy: null },
      cause: 'TRIGGER',
      causeText: codes.map(nameOf).join(', '),
    })
  const found = await findSelectable(db, caseId)
  if (found === undefined || found.mainId === null) return
  const code = shareOf(found.type, found.programmeCode)
  if (code === null) return
  const share = await engine.parameters.parameter(code, bankDay(engine.clock))
  const causeText = chanceReason(found.number, String(share))
  if (causeText !== null)
    await insertControl(db, {
      ...{ caseId, participantId: found.mainId, at, startedBy: null },
      cause: 'CHANCE',
      causeText,
    })
}

/** Begins controls as an application goes: chosen ones before underwriting, the borrower's when it is sent to control. */
export async function startControls(event: MoveEvent): Promise<void> {
  const { db, engine, caseId, from, to, mover, comment } = event
  const at = engine.clock.now()
  if (to === 'UNDERWRITING' && from !== 'VERIFICATION') await choose(event, at)
  if (to !== 'VERIFICATION') return
  if ((await findControls(db, caseId)).some(({ signedAt }) => signedAt === null)) return
  const found = await findSelectable(db, caseId)
  if (found !== undefined && found.mainId !== null)
    await insertControl(db, {
      ...{ caseId, participantId: found.mainId, at, startedBy: mover.actor?.employeeId ?? null },
      cause: 'HAND',
      causeText: comment ?? 'отправлена на контроль без пояснения',
    })
}

/** Nobody approves before a control that was begun is over. */
const controlled: Guard = async ({ db, caseId }) => {
  const open = (await findControls(db, caseId)).find(({ signedAt }) => signedAt === null)
  return open === undefined
    ? null
    : `Назначен контроль физлица (${open.name}: ${open.causeText}): отправьте заявку на контроль, решение — после него`
}

/** The control is over when every form is signed. */
const controlSigned: Guard = async ({ db, caseId }) => {
  const controls = await findControls(db, caseId)
  const open = controls.filter(({ signedAt }) => signedAt === null)
  if (open.length > 0)
    return `Подпишите форму контроля: ${open.map(({ name }) => name).join(', ')}. Она — на странице «Контроль физлица»`
  return controls.length > 0 ? null : 'Заполните и подпишите форму на странице «Контроль физлица»'
}

/** Conditions of moves by controls of individuals. */
export const controlGuards = { controlled, controlSigned }
