import type { BlacklistAct } from '@ipoteka-office/contract/blacklists/blacklist-acts.ts'
import {
  blacklistCategories,
  type BlacklistKind,
  blacklistKinds,
  blacklistLevels,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { entryMachine } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import { ofYears } from '@ipoteka-office/contract/common/counted.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { Db } from '#db/database.ts'
import { notFound } from '#http/errors.ts'
import type { FileReply } from '#http/route.ts'
import { type BankClock, dayOf } from '#lib/bank-time.ts'
import { readPage } from '#lib/paging.ts'
import { toPdf } from '#lib/pdf.ts'
import { countActs, findAct, findActs, findOperator } from './acts.repo.ts'

export const listActs = (db: Db, kind: BlacklistKind, query: PageQuery): Promise<Page<BlacklistAct>> =>
  readPage(query, { rows: () => findActs(db, kind, query), count: () => countActs(db, kind) })

const destroyed: Readonly<Record<BlacklistKind, string>> = {
  individuals:
    'фамилия, имя, отчество, дата и место рождения, паспорта, ИНН, СНИЛС, телефоны, адреса и другие сведения записи',
  legalPersons: 'наименования, ИНН, ОГРН, адреса, руководители и учредители и другие сведения записи',
  phones: 'номер телефона, его владелец и другие сведения записи',
}

/** The act on paper: what, whose, when, how and why was destroyed, as the order № 179 of Роскомнадзор asks (28.10.2022). */
export async function actPaper(
  { clock }: { readonly clock: BankClock },
  db: Db,
  key: { readonly kind: BlacklistKind; readonly actId: number },
): Promise<FileReply> {
  const act = await findAct(db, key)
  if (act === undefined) throw notFound('Такого акта в этом списке нет')
  const { name, inn, address } = await findOperator(db)
  const day = dayText(dayOf(clock, new Date(act.madeAt).toISOString()))
  const title = `Акт об уничтожении персональных данных № ${key.actId}`
  const facts: [label: string, value: string][] = [
    ['Оператор', [name, inn && `ИНН ${inn}`, address].filter(Boolean).join(', ')],
    ['Информационная система', 'Ипотека-офис, чёрный список'],
    ['Список', blacklistKinds[key.kind]],
    ['Категории данных', destroyed[key.kind]],
    ['Способ', 'стёрты в базе данных во всех выпусках записи, вложения сняты с хранения; отменить нельзя'],
    ['Причина', `истёк срок хранения: ${ofYears(act.years)} после окончания записи`],
    ['Дата', day],
    ['Уничтожено записей', String(act.entries.length)],
  ]
  return {
    name: `Акт об уничтожении № ${key.actId}.pdf`,
    contentType: 'application/pdf',
    body: await toPdf({
      info: { title },
      pageMargins: [48, 48, 48, 56],
      defaultStyle: { fontSize: 10, lineHeight: 1.2 },
      content: [
        { text: title, fontSize: 15, bold: true, margin: [0, 0, 0, 12] },
        {
          table: {
            widths: [130, '*'],
            body: facts.map(([label, value]) => [{ text: label, color: '#555555' }, value]),
          },
          layout: 'noBorders',
          margin: [0, 0, 0, 14],
        },
        {
          table: {
            headerRows: 1,
            widths: ['auto', '*', 'auto', 'auto', 'auto'],
            body: [
              ['Запись №', 'Категория', 'Уровень', 'Состояние', 'Закончилась'].map((text) => ({
                text,
                bold: true,
              })),
              ...act.entries.map(({ id, category, level, state, endedOn }) => [
                String(id),
                blacklistCategories[category],
                blacklistLevels[level],
                entryMachine.states[state].name,
                dayText(endedOn),
              ]),
            ],
          },
          layout: 'lightHorizontalLines',
          margin: [0, 0, 0, 24],
        },
        { text: 'Уничтожение выполнила система в срок, акт сформирован ею же.', margin: [0, 0, 0, 18] },
        {
          text: 'Ответственный за обработку персональных данных: ______________________ / ______________________ /',
        },
      ],
      footer: (page, pages) => ({
        text: `${page} из ${pages}`,
        alignment: 'center',
        fontSize: 8,
        color: '#666666',
      }),
    }),
  }
}
