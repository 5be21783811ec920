import { fromTheBeginning, parameter } from './parameter-spec.ts'

const unknown = [{ from: fromTheBeginning, value: '', source: 'Поставка: банк указывает сам' }] as const

/** What the bank says of itself to clients, beside the name and the address of its card. */
export const bankParameters = {
  'bank-license': parameter('TEXT', {
    group: 'BANK',
    title: 'Лицензия Банка России',
    about:
      'Номер и дата на страницах для клиентов, например «№ 1234 от 01.02.2003». Пока не указана, строки о лицензии там нет',
    absent: 'не указана',
    delivered: unknown,
  }),
  'bank-policy': parameter('LINK', {
    group: 'BANK',
    title: 'Политика обработки персональных данных',
    about: 'Адрес страницы банка, которую клиент читает перед согласием. Пока не указан, ссылки там нет',
    absent: 'не указана',
    delivered: unknown,
  }),
} as const
