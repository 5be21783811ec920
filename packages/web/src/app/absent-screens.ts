/**
 * Screens of the specification that are not built yet: path → title. They open the page that says so.
 * An area that is built takes its lines out of here and puts its pages into routes.ts; the list shrinks to nothing.
 */
export const absentScreens = {
  '/loan-deliveries/{tab}': 'Кредитные дела (потребительские)',
  '/loan-delivery-edit/{deliveryId}': 'Кредитное дело (потребительское)',
  '/refinancing-form/{mortgageId}': 'Форма рефинансирования',
  '/offer-edit/{offerId}': 'Оферта',
  '/accompanying/{mortgageId}': 'Сопровождение закладной',
  '/refinancing/{kind}/{kindId}/credit/{creditId}': 'Рефинансируемый кредит',
  '/refinancing': 'Сделки рефинансирования',
  '/deal-edit/{dealId}': 'Сделка рефинансирования',
  '/expertise/{tab}': 'Авторизация ипотечных кредитов',
  '/expertise-form/{assignmentId}': 'Экспертиза',
  '/delivery-edit/{deliveryId}': 'Кредитное дело',
  '/deliveries/{tab}': 'Кредитные дела',
  '/mortgage-support/{tab}': 'Сопровождение',
  '/support-edit/{id}': 'Сопровождение: дело',
  '/monitoring-edit/{id}': 'Мониторинг закладной',
  '/registry-edit/{id}': 'Регистрация',
  '/registration-agreements-edit/{id}': 'Регистрация соглашений',
  '/egrn-edit/{id}': 'Ввод данных ЕГРН',
  '/change-contractor/{id}': 'Смена подрядчика',
  '/document-transfer-on-support/{id}': 'Передача документов',
  '/monitoring': 'Факторы мониторинга',
  '/monitoring-factor-edit/{id}/edition/{idEdition}': 'Фактор мониторинга',
  '/contact/all': 'Обращения',
  '/contact/{userRequestId}': 'Обращение',
  '/deal-card/all': 'Внешние электронные регистрации',
  '/deal-card/{id}': 'Карточка сделки',
  '/contracts': 'Договоры',
  '/contract-edit/{contractId}/{contractTypeCode?}/{templateId?}': 'Договор',
  '/contract-admin-tables': 'Настроечные таблицы договоров',
  '/ros-registry-admin-tables': 'Настроечные таблицы Росреестра',
  '/deal-admin-tables': 'Настроечные таблицы сделок',
  '/templates': 'Шаблоны договоров',
  '/template-edit/{templateId}/{contractTypeCode?}': 'Шаблон договора',
  '/template-test/test/generate': 'Тестирование шаблона',
  '/template/kod/list': 'Шаблоны КОД',
  '/template/kod/{id}': 'Шаблон КОД',
  '/reward-periods': 'Расчётные периоды',
  '/reward-calc-contracts/{periodId}': 'Договоры расчёта',
  '/reward-mortgage-contract-rewards/{agentContractId}': 'Вознаграждения по договору',
  '/reward-totals/{agentRewardId}': 'Итоги вознаграждения',
  '/notification-templates/view-all': 'Шаблоны уведомлений',
  '/notification-templates/view/{id}': 'Шаблон уведомления',
  '/notification-templates/edit/{id}': 'Шаблон уведомления: правка',
  '/administratingDelivery/{appId}/': 'Администрирование кредитного дела',
  '/administratingAppDelivery/{appId}/': 'Администрирование заявки',
  '/administratingLoanDelivery/{appId}/': 'Администрирование потребительского дела',
  '/administratingSupport/{appId}/': 'Администрирование сопровождения',
} as const satisfies Record<string, string>

/** `{name}` is one segment, `{name?}` may be left out; a slash at the end may be there or not; nothing else matches. */
function patternOf(template: string): RegExp {
  const parts = template
    .split('/')
    .filter(Boolean)
    .map((part) => {
      if (/^\{\w+\?\}$/.test(part)) return '(?:/[^/]+)?'
      if (/^\{\w+\}$/.test(part)) return '/[^/]+'
      return `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
    })
  return new RegExp(`^${parts.join('')}/?$`)
}

const patterns = Object.entries(absentScreens).map(([template, title]) => ({
  title,
  pattern: patternOf(template),
}))

/** The title of the absent screen at this path, null where the specification knows no such path. */
export function absentScreenAt(path: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.title ?? null
}
