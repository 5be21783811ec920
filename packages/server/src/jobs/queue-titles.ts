import { queues, type QueueName } from './queues.ts'

/** What each queue does, as administrators are told of it. */
export const queueTitles: Readonly<Record<QueueName, string>> = {
  'dead-letter': 'Неудавшиеся задания',
  distribute: 'Распределение заявок между согласующими',
  task: 'Долгие действия сотрудников: выгрузки, загрузки',
  'partner-message': 'Письма и SMS партнёрам',
  'decision-run': 'Вопросы СПР о заявках',
  'fraud-signals': 'Поиск признаков мошенничества',
  'insurer-question': 'Вопросы страховщикам',
  'insurance-days': 'Сроки договоров страхования',
  'credit-report': 'Запросы кредитных отчётов',
  'bureau-notice': 'Сведения для бюро кредитных историй',
  'condition-reminders': 'Напоминания об условиях после выдачи',
  'save-marks': 'Удаление старых отметок устройств',
  'shift-tick': 'Начало и конец смен',
  'partner-calendar': 'Сроки ролей и ставок партнёров',
  'history-seal': 'Печати цепочки истории',
  'blacklist-days': 'Сроки записей чёрных списков',
  'role-requests': 'Сроки заявок на изменение ролей',
  identity: 'Учётные записи сотрудников',
  'case-timers': 'Переходы заявок по времени',
  'assignment-escalation': 'Заявки, которые никто не взял',
  'absence-tick': 'Начало и конец отсутствий',
  'expiry-warnings': 'Предупреждения о сроках документов',
  'calendar-reminder': 'Напоминание о календаре следующего года',
  'accreditation-warnings': 'Предупреждения о сроках аккредитаций',
  'pre-decision': 'Предрешения по кратким заявкам',
  'auto-checks': 'Автоматические проверки заявок',
  'paced-checks': 'Проверки служб с ограничением по частоте',
  'group-help': 'Окончание помощи группам',
  'lead-contact': 'Напоминания о звонках клиентам',
  'upload-check': 'Проверка загруженных файлов',
  'paper-reading': 'Распознавание документов',
  'self-ban-check': 'Проверка самозапрета',
  'blacklist-retro': 'Проверка открытых дел по чёрным спискам',
  'authority-retro': 'Проверка открытых дел по перечню 115-ФЗ',
  'access-log-months': 'Месяцы журнала доступа',
  sweep: 'Уборка ненужного',
  'file-check': 'Сверка хранилища файлов',
  'backup-watch': 'Свежесть резервной копии',
  'certificate-watch': 'Сроки сертификатов',
}

const isKnown = (queue: string): queue is QueueName => Object.hasOwn(queues, queue)

/** A queue in words; one of a version before or after this by its name. */
export const queueTitle = (queue: string): string => (isKnown(queue) ? queueTitles[queue] : queue)
