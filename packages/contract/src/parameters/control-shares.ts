import { fromTheBeginning, parameter } from './parameter-spec.ts'

const share = (programme: string) =>
  parameter('PERCENT', {
    group: 'CHECKS',
    title: `Контроль физлица: доля заявок, «${programme}»`,
    about:
      'Какую долю заявок программы, пришедших на андеррайтинг, контролируют по случайной выборке; жребий следует из номера заявки и повторяется',
    delivered: [{ from: fromTheBeginning, value: '0', source: 'Кредитная политика банка' }],
  })

/** Which share of the applications of a programme is controlled by chance: by the codes of `product/type`. */
export const controlShares = {
  'control-share-1': share('Приобретение строящегося жилья'),
  'control-share-2': share('Приобретение готового жилья'),
  'control-share-3': share('Загородная недвижимость'),
  'control-share-4': share('ИЖС'),
  'control-share-5': share('Военная ипотека'),
  'control-share-6': share('Семейная военная ипотека'),
  'control-share-7': share('Нестандартная военная ипотека'),
  'control-share-9': share('Рефинансирование'),
  'control-share-10': share('Целевой под залог имеющегося жилья'),
  'control-share-105': share('Семейная ипотека'),
  'control-share-106': share('IT-ипотека'),
  'control-share-107': share('Дальневосточная и арктическая ипотека'),
  'control-share-108': share('Сельская ипотека'),
  'control-share-109': share('Апартаменты'),
  'control-share-110': share('Машино-место'),
  'control-share-111': share('Коммерческая недвижимость'),
  'control-share-loan': share('Потребительский кредит'),
} as const
