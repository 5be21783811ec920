import { productVersionStates } from '@ipoteka-office/contract/products/product-version-machine.ts'
import { productColumns, type ProductRow } from '@ipoteka-office/contract/products/product-rows.ts'
import { formatPercent, shortName } from '#lib/format.ts'
import { date, figure, noted, stateOf, text } from '#ui/table/cells/cells.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { moment } from '#widgets/list/cells.ts'
import { HrefLink } from '#widgets/href-link.tsx'
import { rateText, stateTones } from './product-words.ts'

/** The list in which the applications of a lending stand, if they may be opened. */
type CasesHref = (row: ProductRow) => string | null

/** The columns of a list of products, options or promotions. */
export const productsColumns = (casesHref: CasesHref): Column<ProductRow>[] =>
  columnsOf<ProductRow, keyof typeof productColumns>(productColumns, {
    code: text(130, ({ code }) => code),
    name: noted(
      220,
      ({ name, waiting, number }) => [
        name,
        waiting !== null && waiting !== number && (
          <Tag key="waiting" tone="blue">
            Готовится выпуск {waiting}
          </Tag>
        ),
      ],
      { link: true, always: true },
    ),
    type: text(150, ({ type }) => type.name, { hint: ({ type }) => type.name }),
    state: stateOf(142, productVersionStates, stateTones, ({ state }) => state),
    number: figure(90, ({ number }) => number),
    validFrom: date(128, ({ validFrom }) => validFrom),
    validTo: date(120, ({ validTo }) => validTo),
    rateFrom: figure(124, rateText),
    rateTo: figure(124, ({ rateTo }) => rateTo && formatPercent(rateTo, 3), { optional: true }),
    partners: figure(116, ({ partners, partnerProfiles }) => partners || (partnerProfiles ? 0 : 'Все'), {
      optional: true,
    }),
    partnerProfiles: figure(150, ({ partnerProfiles }) => partnerProfiles, { optional: true }),
    regions: figure(116, ({ regions }) => regions || 'Все', { optional: true }),
    openCases: {
      width: 150,
      align: 'right',
      render: (row) => {
        const href = row.openCases === 0 ? null : casesHref(row)
        return href === null ? row.openCases : <HrefLink href={href}>{row.openCases}</HrefLink>
      },
    },
    owner: text(150, ({ owner }) => shortName(owner.fullName)),
    changedAt: moment(100, ({ changedAt }) => changedAt),
  })
