import { shortApplicationMachine } from '@ipoteka-office/contract/cases/machines/short-application.ts'
import { bySystem, caseBehaviour, type GuardAsk, type MoveEvent } from '#features/cases/engine/engine.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { convert } from './conversion.service.ts'
import { requestPreDecision } from './pre-decisions.service.ts'
import { shortApplicationCard } from './short-application-card.service.ts'
import { findShort } from './short-applications.repo.ts'
import {
  consentsOfScoring,
  consentsOfSending,
  editableStages,
  type Filled,
  gapOfConsents,
  gapOfConversion,
  gapOfSending,
} from './short-applications.rules.ts'
import { consentsOf } from './short-applications.service.ts'
import { shortApplicationLabels } from './short-application-labels.ts'

const unknown = 'Заявка ещё не заполнена'

async function gapBy({ db, caseId }: GuardAsk, rule: (row: Filled) => string | null): Promise<string | null> {
  const row = await findShort(db, null, caseId)
  return row === undefined ? unknown : rule(row)
}

async function consentGap({ db, caseId, engine }: GuardAsk, kinds: typeof consentsOfSending) {
  const row = await findShort(db, null, caseId)
  if (row === undefined) return unknown
  return gapOfConsents(kinds, await consentsOf(db, caseId, engine.clock), row.coBorrowers)
}

/** Somebody responsible already: nobody has to take the application first. */
async function assignAtOnce({ db, engine, caseId }: MoveEvent): Promise<void> {
  const row = await findShort(db, null, caseId)
  if (row !== undefined && row.responsibleId !== null)
    await moveCase(engine, db, bySystem, caseId, { action: 'assignAutomatically' })
}

/** What short applications add to their machine. */
export const shortApplicationBehaviour = caseBehaviour(shortApplicationMachine, {
  guards: {
    filled: (ask: GuardAsk) => gapBy(ask, gapOfSending),
    consents: (ask: GuardAsk) => consentGap(ask, consentsOfSending),
    bureauConsent: (ask: GuardAsk) => consentGap(ask, consentsOfScoring),
    passport: (ask: GuardAsk) => gapBy(ask, gapOfConversion),
  },
  editableStages,
  card: shortApplicationCard,
  async moved(event) {
    if (event.to === 'NEW') await assignAtOnce(event)
    if (event.to === 'PRE_SCORING') await requestPreDecision(event)
    if (event.to === 'CONVERTED') await convert(event)
  },
  history: { card: 'shortApplication', labels: shortApplicationLabels },
})
