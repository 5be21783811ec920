import { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import { PageQuery, pageOf } from '@ipoteka-office/contract/common/page.ts'
import { can, endpoint, signedIn } from '@ipoteka-office/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { query } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { alarm, names, stateOf, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { WindowLink } from '#widgets/href-link.tsx'
import { bulkOf, changedBy, offer } from '#widgets/list/bulk-changes.tsx'
import { Entries, entriesPageSize } from '#widgets/list/entries.tsx'
import { codes, word } from '#widgets/list/filters.ts'
import { ActionButton, type ListAction } from '#widgets/list/list-actions.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { serverList } from '#widgets/list/server-list.ts'
import { useServerList } from '#widgets/list/use-server-list.ts'

/* The calls of a server that only the tests of the kit have; see `packages/e2e/kits/list.kit.ts`. */

const Item = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  state: z.enum(['ON', 'OFF']),
  regions: z.array(z.string()),
  late: z.int(),
})
type Item = z.output<typeof Item>
const Filter = z.object({
  state: z.enum(['ON', 'OFF']).optional(),
  kind: z.enum(['STEP', 'FREE']).optional(),
  stages: z.array(z.string()).optional(),
})
const shared = { method: 'POST', access: signedIn, summary: 'Набор списков' } as const
const listItems = endpoint({
  ...shared,
  path: '/dev/items',
  query: PageQuery.extend({ sort: z.string() }),
  body: Filter,
  response: pageOf(Item),
})
const countItems = endpoint({
  ...shared,
  path: '/dev/items/counts',
  body: Filter,
  response: z.object({ on: z.int(), off: z.int() }),
})
const changeItems = endpoint({
  ...shared,
  path: '/dev/items/bulk',
  body: z.object({
    ids: z.array(z.int()),
    change: z.object({ from: z.string(), by: z.string() }).nullable(),
  }),
  response: z.object({
    results: z.array(ItemsAnswer.shape.results.element.extend({ version: z.int().nullable() })),
  }),
})
const undoItems = endpoint({
  ...shared,
  path: '/dev/items/bulk/undo',
  body: z.object({ items: z.array(z.object({ id: z.int(), version: z.int() })) }),
  response: ItemsAnswer,
})
const listEntries = endpoint({ ...shared, path: '/dev/entries', query: PageQuery, response: pageOf(Item) })
const forbidden: ListAction = {
  text: 'Запретное',
  href: '/dev/ui',
  needs: { call: { access: can('UserRole', 'Update') }, to: 'создание записей' },
}

const items = serverList(listItems, {
  key: 'dev-list',
  tabs: {
    label: 'Какие записи',
    words: { all: 'Все', on: 'Включённые', off: 'Выключенные' },
    asks: { on: { state: 'ON' }, off: { state: 'OFF' } },
    counts: ({ counted }) => counted,
  },
  counting: { endpoint: countItems, ask: ({ body = {} }) => ({ body }) },
  filters: [
    word('kind', 'Вид', { STEP: 'Этапа', FREE: 'Свободная' }),
    codes('stages', 'Этап', [{ code: 'FIRST', name: 'Первый' }]),
  ],
  clashes: [
    {
      between: ['kind', 'stages'],
      when: ({ kind }) => kind === 'FREE',
      why: 'у свободных записей этапов нет',
    },
    { between: ['tab', 'stages'], when: (_, tab) => tab === 'off', why: 'выключенные этапов не проходят' },
  ],
  sortable: ['name'],
  order: { key: 'name', direction: 'asc' },
  ask: ({ filter, paging, sort }) => ({ query: { ...paging, sort }, body: filter }),
})

const titles = { name: 'Запись', state: 'Состояние', regions: 'Регионы', late: 'Просрочки' } as const
const columns = columnsOf<Item, keyof typeof titles>(titles, {
  name: text(240, ({ name }) => name, { always: true, link: true }),
  state: stateOf(
    140,
    { ON: 'включена', OFF: 'выключена' },
    { ON: 'green', OFF: 'neutral' },
    (row) => row.state,
  ),
  regions: names(140, ({ regions }) => regions),
  late: {
    ...alarm<Item>(120, ({ late }) => late),
    render: ({ id, late }) => (late === 0 ? 0 : <WindowLink opens={{ late: String(id) }}>{late}</WindowLink>),
  },
})

const bulk = bulkOf({
  needs: { call: changeItems, to: 'изменение записей' },
  of: ['записи', 'записей'],
  offers: [
    offer('Изменить часы', {
      fields: { from: { label: 'С', kind: 'time' }, by: { label: 'По', kind: 'time' } },
      note: ({ from = '', by = '' }) => `с ${from} по ${by}`,
      change: ({ from, by }) => ({ from, by }),
      missing: 'Укажите часы',
    }),
    offer('Выключить', {
      sure: { title: 'Выключить записи', text: (what) => `Выключить: ${what}?` },
      change: () => null,
    }),
  ],
  ...changedBy(changeItems, undoItems, {}),
})

/** Entries of a card, paged by the server. */
function DevEntries() {
  const [page, setPage] = useState(1)
  const answer = useQuery(query(listEntries, { query: { page: page - 1, size: entriesPageSize } }))
  return (
    <Entries
      label="Собрание"
      columns={columns.slice(0, 2)}
      answer={answer}
      paging={{ page, onPage: setPage }}
      nameOf={({ name }) => name}
      reason={null}
      removal={{
        one: () => Promise.resolve(null),
        many: (ids) => {
          toast.info(`Удалены: ${ids}`)
          return Promise.resolve({ results: [] })
        },
      }}
      emptyTitle="Записей нет"
    />
  )
}

/** A list with everything that the kit does for it, and a collection of entries. */
export function DevListPage() {
  return (
    <>
      <ListScreen
        list={useServerList(items)}
        title="Записи"
        columns={columns}
        rowLabel={({ name }) => name}
        bulk={bulk}
        tools={<ActionButton action={forbidden} onOpen={() => undefined} />}
        create={{
          text: 'Создать',
          label: 'Что создать',
          choices: [{ text: 'Лист', href: '/dev/ui' }],
        }}
        windows={{
          names: ['late'],
          draw: ({ late }, onClose) => (
            <Dialog open title={`Просрочки записи ${String(late)}`} onClose={onClose} />
          ),
        }}
        empty={{ title: 'Записей нет', text: 'Здесь записи.' }}
      />
      <DevEntries />
    </>
  )
}
