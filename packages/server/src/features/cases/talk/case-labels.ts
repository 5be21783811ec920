import { headFields as head } from '@ipoteka-office/contract/cases/head-fields.ts'
import { participantFields } from '@ipoteka-office/contract/cases/participant-fields.ts'
import { fieldText } from '@ipoteka-office/contract/common/field-texts.ts'
import type { RightsHolder } from '@ipoteka-office/contract/common/field-rights.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { CaseBehaviour, Engine } from '#features/cases/engine/engine.ts'
import { type CardLabels, labelsByClock, labelsSeenBy, told } from '#features/history/card-history.rules.ts'

/** How the history names the columns of a case's head and of its participants. */
export const caseLabels: CardLabels = {
  case: {
    fields: {
      client_name: told(head.clientName),
      amount: told(head.amount, {
        text: (value) => fieldText(head.amount, String(value), (_, code) => code),
      }),
      programme: told(head.programme),
      region_code: told(head.regionCode),
      channel: told(head.channel),
      partner_id: told(head.partnerId, { table: 'partner' }),
      responsible_id: told(head.responsibleId, { table: 'employee' }),
      workgroup_id: told(head.workgroupId, { table: 'workgroup' }),
      archived_at: { label: 'Архив', shown: 'в архиве' },
    },
  },
  caseParticipant: {
    title: 'Участник',
    subject: 'name',
    fields: {
      name: told(participantFields.name),
      role: told(participantFields.role),
      sort: told(participantFields.sort),
      removed_at: { label: 'Участие', shown: 'убран из дела' },
    },
  },
}

const labelsFrom = ({ history }: Pick<CaseBehaviour, 'history'>): CardLabels => ({
  ...caseLabels,
  ...history?.labels,
})

/** What is told of a case of a type beside its sections, moments by the clock of the bank. */
export const labelsOf = (
  { behaviours, clock }: Pick<Engine, 'behaviours' | 'clock'>,
  type: CaseType,
): CardLabels => labelsByClock(clock, labelsFrom(behaviours[type]))

/** Where the changes of a case are looked for. */
export interface CaseObjects {
  readonly caseId: number
  /** Types of the rows that have the case's id. */
  readonly own: readonly string[]
  /** `type.field` of what people know of these rows and of those that name them as their owner. */
  readonly known: readonly string[]
}

/**
 * The objects of a case; those that are not its own rows are parts and name one of these as their owner. What the reader
 * does not see is neither told nor counted.
 */
export const objectsOf = (
  behaviour: Pick<CaseBehaviour, 'history'>,
  caseId: number,
  reader: RightsHolder,
): CaseObjects => ({
  caseId,
  own: ['case', ...(behaviour.history?.card === undefined ? [] : [behaviour.history.card])],
  known: Object.entries(labelsSeenBy(reader, labelsFrom(behaviour))).flatMap(([object, { fields }]) =>
    Object.keys(fields).map((field) => `${object}.${field}`),
  ),
})
