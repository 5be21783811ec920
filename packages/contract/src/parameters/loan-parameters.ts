import { codesBySum, fromTheBeginning, hoursBySum, parameter } from './parameter-spec.ts'

/** Figures of consumer loans. */
export const loanParameters = {
  'cooling-off': hoursBySum({
    group: 'LOAN',
    title: 'Период охлаждения',
    about: 'Через сколько часов после подписания условий выдаются деньги; 0 — сразу',
    min: 0,
    max: 720,
    delivered: [
      {
        from: fromTheBeginning,
        value: [{ upTo: null, value: 0 }],
        source: 'Периода охлаждения в законе не было',
      },
      {
        from: '2025-09-01',
        value: [
          { upTo: '49999.99', value: 0 },
          { upTo: '200000', value: 4 },
          { upTo: null, value: 48 },
        ],
        source: '353-ФЗ, ст. 7, в редакции 9-ФЗ от 13.02.2025',
      },
    ],
  }),
  'self-ban-validity': parameter('HOURS', {
    group: 'LOAN',
    title: 'Сколько действует ответ о самозапрете',
    about: 'Ответ бюро старше этого не годится: до подписания спрашивают ещё раз',
    min: 1,
    max: 240,
    delivered: [
      {
        from: fromTheBeginning,
        value: 24,
        source: 'Практика банка: 218-ФЗ требует проверки до заключения договора',
      },
    ],
  }),
} as const

/** Figures of decisions. */
export const decisionParameters = {
  'decision-levels': codesBySum('loanApplicationLevel', {
    group: 'DECISION',
    title: 'Уровень принятия решения по сумме',
    about: 'Кто решает по заявке: уровень согласующих и андеррайтеров по сумме кредита',
    delivered: [
      {
        from: fromTheBeginning,
        value: [
          { upTo: '3000000', value: 'LEVEL_1' },
          { upTo: '10000000', value: 'LEVEL_2' },
          { upTo: '20000000', value: 'LEVEL_3' },
          { upTo: '50000000', value: 'LEVEL_4' },
          { upTo: null, value: 'LEVEL_5' },
        ],
        source: 'Кредитная политика банка',
      },
    ],
  }),
} as const
