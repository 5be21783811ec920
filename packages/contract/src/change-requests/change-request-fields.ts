import { choice, line, longText } from '../common/fields.ts'
import { requestStatuses } from './change-requests.ts'

/** What the history of a record tells of the changes that waited for a second person. */
export const changeRequestFields = {
  title: line('Что', { historyLabel: 'что' }),
  status: choice('Состояние', requestStatuses, { historyLabel: 'состояние' }),
  comment: longText('Комментарий', { historyLabel: 'комментарий' }),
}
