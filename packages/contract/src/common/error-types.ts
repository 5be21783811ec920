/**
 * The error types of specification 2 §8 with what is said when nothing more exact is known: what went wrong and what to
 * do. An area that answers with one says more where it can.
 */
export const errorTypeTexts = {
  ER_AUTHENTICATION_SERVICE_CALL: 'Сервер входа не ответил. Повторите через минуту',
  ER_CAMUNDA_SERVICE_NOTIFICATION:
    'Процесс не получил сообщение о шаге. Обновите страницу и повторите действие',
  ER_CONVERT_VALUE: 'Значение не удалось преобразовать. Проверьте, что введено',
  ER_DATE_PARSING: 'Дата не распознана. Укажите её в виде ДД.ММ.ГГГГ',
  ER_DECLARATION_VALIDATION: 'В заявлении есть ошибки. Исправьте отмеченные поля',
  ER_DTO_VALIDATOR: 'Запрос заполнен неверно. Исправьте отмеченные поля',
  ER_DYNAMIC_STUB_STATE: 'Заглушка внешней системы в другом состоянии. Верните её в исходное и повторите',
  ER_ELECTRONIC_MORTGAGE_ADD: 'Электронная закладная не добавлена. Проверьте её данные и повторите',
  ER_EMPTY_ISSUE_TECH: 'Не указана технология выдачи. Выберите её и повторите',
  ER_ENTITY_VALIDATOR: 'Данные не прошли проверку. Исправьте отмеченные поля',
  ER_GRACE_PERIOD_PARSING: 'Льготный период не распознан. Укажите его начало и конец',
  ER_IMPORT_INSURANCE_TARIFF: 'Тарифы страхования не загружены. Исправьте файл и загрузите его снова',
  ER_IMPORT_MORTGAGE: 'Заявки не загружены. Исправьте файл и загрузите его снова',
  ER_INSURANCE_INTERACTION: 'Страховая компания не ответила. Повторите позже',
  ER_INTER_SERVICE_CALL: 'Внешняя система не ответила. Повторите через несколько минут',
  ER_INVALID_DTO_DATA: 'В запросе недопустимые данные. Проверьте, что введено',
  ER_NOT_FOUND: 'Запись не найдена. Возможно, её удалили или она вам не видна',
  ER_OBJECT_LOCKED: 'Запись сейчас меняет другой сотрудник. Повторите, когда он закончит',
  ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE:
    'Запись уже изменил другой сотрудник. Сравните изменения и сохраните снова',
  ER_PREFERENTIAL_PERIOD_CALCULATION: 'Льготный период не рассчитан. Проверьте его даты и ставку',
  ER_PRE_SAVE_CALLBACK: 'Перед сохранением не выполнена проверка. Повторите сохранение',
  ER_RR_AUTO_CREATION_FAILED: 'Пакет для Росреестра не собран сам. Соберите его вручную',
  ER_RR_OPERATION_PROHIBITED: 'Росреестр сейчас не разрешает это действие. Дождитесь ответа по пакету',
  ER_RR_VALIDATION_FAILED: 'Пакет для Росреестра не прошёл проверку. Исправьте замечания и отправьте снова',
  ER_RR_WRONG_SUBJECT: 'В пакете для Росреестра не тот участник. Выберите другого',
  ER_SUPPLY_SIGNATURE_FROM_SIGNER: 'Подпись не получена. Попросите подписанта повторить',
  ER_TASK_STATE_TEMPLATE: 'Задача уже в другом состоянии. Обновите страницу',
  ER_TRANSFER_DOCUMENT_SIGNERS: 'Подписанты документа не переданы. Повторите отправку',
  ER_UNSPECIFIED: 'Что-то пошло не так. Повторите, а если не поможет, сообщите номер запроса поддержке',
  ER_UTIL: 'Внутренняя ошибка обработки. Сообщите номер запроса поддержке',
  ER_VALIDATION: 'Действие не выполнено: условия не соблюдены',
  ER_VALIDATION_RESPONSE_FORMAT: 'Ответ внешней системы не распознан. Сообщите номер запроса поддержке',
  ER_VARIABLE_TYPE_MISMATCH: 'Значение другого вида, чем ждёт процесс. Проверьте, что введено',
  EGRN_REG_RIGHT_VALIDATION_ERROR_EVENT: 'Сведения ЕГРН о праве не прошли проверку. Сверьте их с выпиской',
  DOCUMENT_SHOULD_PASS_TO_DEPOSITORY_VALIDATION_ERROR_EVENT:
    'Документ сначала передают в депозитарий. Передайте его и повторите',
  PLEDGE_OF_SUBJECT_SHOULD_BE_CREATED_MANUALLY_ERROR_EVENT: 'Залог этого предмета создают вручную',
  ERROR_NO_NA_ID_EVENT: 'У участника нет номера в системе учёта. Дождитесь его присвоения и повторите',
  ERROR_UPDATE_PERSONAL_DATA_EVENT: 'Персональные данные не обновлены. Повторите сохранение',
  REALTY_OBJECT_ATTRIBUTES_UPDATE_ERROR_EVENT:
    'Сведения о предмете ипотеки не обновлены. Повторите сохранение',
} as const

export type ErrorType = keyof typeof errorTypeTexts

/** All types by their codes. */
export const errorTypes = Object.keys(errorTypeTexts) as [ErrorType, ...ErrorType[]]
