import { choice, line, references, whole } from '../common/fields.ts'
import { workStatuses } from './approvers.ts'

/** What is entered of an approver, in the words and the order of specification 1 §2. */
export const approverFields = {
  workStatus: choice('Статус', workStatuses),
  mortgageApplicationsLimit: whole('Лимит', 0, 10_000),
  mortgageApplicationLevels: references('Уровень кредитных заявок', 'loanApplicationLevel'),
  mortgageApplicationStatuses: references('Статус кредитных заявок', 'loanApplicationStatus'),
  partners: references('Рассматриваемые партнеры', 'partner'),
  regions: references('Рассматриваемые регионы', 'region'),
  workingShiftFrom: line('Смена (с)'),
  workingShiftBy: line('Смена (по)'),
}
