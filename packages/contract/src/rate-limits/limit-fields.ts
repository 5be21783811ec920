import { choice, day, flag, line, reference } from '../common/fields.ts'
import { limitCategories, limitGrounds } from './limit-kinds.ts'

/** What a limit is given with: its form, the file and the request of a second person say the same words. */
export const limitFields = {
  quarter: line('Квартал'),
  category: reference('Категория кредита', limitCategories),
  average: line('Среднерыночная ПСК, %', { hint: 'Как опубликовано, три знака после запятой' }),
  applies: flag('Предел применяется'),
  ground: choice('Основание', limitGrounds),
  publishedOn: day('Опубликовано'),
  source: line('Источник', { hint: 'Где опубликовано: письмо, страница Банка России' }, 300),
}
