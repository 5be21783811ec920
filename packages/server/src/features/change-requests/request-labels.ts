import { changeRequestFields as of } from '@ipoteka-office/contract/change-requests/change-request-fields.ts'
import { type HistoryLabels, told } from '#features/history/card-history.rules.ts'

/** How the history of a record tells of changes of it that waited for a second person. */
export const requestLabels: HistoryLabels = {
  title: 'Запрос на изменение',
  fields: { title: told(of.title), status: told(of.status), comment: told(of.comment) },
}
