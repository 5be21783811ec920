import { fromTheBeginning, parameter } from './parameter-spec.ts'

const policy = 'Кредитная политика банка'

const ceiling = (level: string, value: string) =>
  parameter('MONEY', {
    group: 'CHECKS',
    title: `Потолок дохода: ${level}`,
    about:
      'Больше этого в месяц после налога по такой должности андеррайтер берёт только отклонением; в столичных регионах потолок выше на надбавку',
    delivered: [{ from: fromTheBeginning, value, source: policy }],
  })

/** Ceilings of income by the codes of `positionLevel`. */
export const incomeCeilings = {
  'income-ceiling-TOP': ceiling('руководитель высшего звена', '900000'),
  'income-ceiling-HEAD': ceiling('руководитель подразделения', '450000'),
  'income-ceiling-MIDDLE': ceiling('руководитель среднего звена', '320000'),
  'income-ceiling-SPECIALIST': ceiling('специалист', '200000'),
  'income-ceiling-SPECIALIST_HIGH': ceiling('высококвалифицированный специалист', '350000'),
  'income-ceiling-WORKER': ceiling('рабочий', '180000'),
  'income-ceiling-SERVICE': ceiling('обслуживающий персонал', '110000'),
  'income-ceiling-CIVIL_SERVANT': ceiling('государственный служащий', '220000'),
  'income-ceiling-MILITARY_OFFICER': ceiling('офицер', '260000'),
  'income-ceiling-MILITARY_SOLDIER': ceiling('военнослужащий рядового и сержантского состава', '240000'),
  'income-ceiling-OWNER': ceiling('собственник, совладелец', '900000'),
  'income-ceiling-IP': ceiling('индивидуальный предприниматель', '600000'),
} as const

/** Figures that underwriters measure by. */
export const underwritingParameters = {
  ...incomeCeilings,
  'capital-regions': parameter('CODES', {
    group: 'CHECKS',
    title: 'Потолок дохода: столичные регионы',
    about: 'Регионы, для заявок из которых потолки дохода выше на надбавку',
    dictionary: 'region',
    delivered: [{ from: fromTheBeginning, value: ['77', '50', '78', '47'], source: policy }],
  }),
  'income-ceiling-capitals': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'Потолок дохода: надбавка столичных регионов',
    about: 'На сколько процентов потолки выше для заявок из столичных регионов',
    delivered: [{ from: fromTheBeginning, value: '60', source: policy }],
  }),
  'income-tax': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'НДФЛ при пересчёте дохода',
    about: 'Ставка, по которой доход из сведений СФР пересчитывают в доход после налога, если справки нет',
    delivered: [{ from: fromTheBeginning, value: '13', source: 'НК РФ, ст. 224' }],
  }),
  'income-months': parameter('MONTHS', {
    group: 'CHECKS',
    title: 'Доход: за сколько месяцев считают среднее',
    about:
      'Последние месяцы каждого источника, по которым андеррайтер видит средний доход; прежние не учитываются',
    min: 1,
    max: 36,
    delivered: [{ from: fromTheBeginning, value: 12, source: policy }],
  }),
  'income-least-months': parameter('MONTHS', {
    group: 'CHECKS',
    title: 'Доход: меньше скольких месяцев мало для среднего',
    about: 'Если учтено меньше месяцев, вкладка «Доход» предупреждает андеррайтера',
    min: 1,
    max: 36,
    delivered: [{ from: fromTheBeginning, value: 6, source: policy }],
  }),
  'residual-income': parameter('MONEY', {
    group: 'CHECKS',
    title: 'Остаток на члена семьи: норма',
    about: 'Сколько рублей в месяц должно оставаться каждому члену семьи после всех платежей по кредитам',
    delivered: [
      {
        from: fromTheBeginning,
        value: '17733',
        source: 'Прожиточный минимум на душу населения в целом по России, 2025 год',
      },
      {
        from: '2026-01-01',
        value: '18939',
        source: 'Прожиточный минимум на душу населения в целом по России, 2026 год',
      },
    ],
  }),
  'job-seniority': parameter('MONTHS', {
    group: 'CHECKS',
    title: 'Стаж на последнем месте: норма',
    about: 'Сколько полных месяцев заёмщик должен проработать у нынешнего работодателя',
    min: 1,
    max: 120,
    delivered: [{ from: fromTheBeginning, value: 4, source: policy }],
  }),
  'stress-price': parameter('PERCENT', {
    group: 'CHECKS',
    title: 'Андеррайтинг: на сколько ниже цена в проверке на прочность',
    about: 'С такой скидкой к цене и оценке предмета форма андеррайтинга считает К/З ещё раз, процентов',
    delivered: [{ from: fromTheBeginning, value: '10', source: policy }],
  }),
} as const
