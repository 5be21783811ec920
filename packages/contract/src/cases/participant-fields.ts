import { choice, line, whole } from '../common/fields.ts'
import { participantRoles } from './case-participants.ts'

/** What is entered of who takes part in a case: the window and the history take their words from here. */
export const participantFields = {
  name: line('ФИО'),
  role: choice('Роль', participantRoles),
  sort: whole('Порядок', 0, 1_000),
}
