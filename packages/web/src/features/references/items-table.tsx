import type { Dictionary, DictionaryItem } from '@ipoteka-office/contract/references/reference-items.ts'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { OrderHandle, useDragOrder } from '#ui/table/order-handle.tsx'
import type { ListAction } from '#widgets/list/list-actions.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList, withRows } from '#widgets/list/use-server-list.ts'
import { RecordComparison } from '#widgets/record/record-form.tsx'
import { editorOf } from './inline-editor.tsx'
import { type ItemCells, itemColumns } from './item-columns.tsx'
import { useCodeNames } from './item-names.ts'
import styles from './references.module.css'
import { isTree, itemsList } from './references-state.ts'
import { RowActions } from './row-actions.tsx'
import { useItemForm } from './use-item-form.tsx'
import { useReorder } from './use-reorder.ts'
import { type Row, useTree } from './use-tree.ts'

type Tab = 'active' | 'inactive' | 'all'

const keyOfRow = (row: Row) => (row.kind === 'item' ? String(row.item.id) : `${row.kind}-${row.parent.id}`)

/** The row that is edited in place: the form behind its cells. */
function useInlineEdit(dictionary: Dictionary) {
  const [editing, setEditing] = useState<DictionaryItem | null>(null)
  const kit = useItemForm({ dictionary, item: editing, place: 'row', onDone: () => setEditing(null) })
  const begin = async (item: DictionaryItem) => {
    if (editing !== null && kit.isDirty) {
      const drop = await confirm({
        title: 'Есть несохранённые изменения',
        text: `Изменения записи «${editing.name}» не попадут на сервер.`,
        okText: 'Не сохранять',
        danger: true,
      })
      if (!drop) return
    }
    kit.replace(item)
    setEditing(item)
  }
  const cancel = () => {
    kit.undo()
    setEditing(null)
  }
  return { kit, editing, begin: (item: DictionaryItem) => void begin(item), cancel }
}

/** The items of a dictionary: a page of them, or the top of a tree; edited in place and put in order. */
export function ItemsTable({
  dictionary,
  heading,
  tools,
  create,
  noUpdate,
  onOpen,
}: {
  dictionary: Dictionary
  heading: ReactNode
  /** Buttons about the dictionary; get how many items the list has. */
  tools: (total: number, state: { tab: Tab; text: string }) => ReactNode
  create: ListAction | undefined
  /** Why nothing can be changed; null when it can. */
  noUpdate: string | null
  onOpen: (item: DictionaryItem) => void
}) {
  const list = useServerList(itemsList(dictionary))
  const { state, page } = list
  const text = String(state.filters.text)
  const sort = `${state.sort.key},${state.sort.direction}`
  const items = page?.content ?? []
  const hasTree = dictionary.hierarchical && isTree(sort, state.filters)
  const tree = useTree(dictionary, state.tab, page?.content)
  const rows = hasTree ? tree.rows : page?.content.map((item): Row => ({ kind: 'item', item, depth: 0 }))
  const shown = rows?.flatMap((row) => (row.kind === 'item' ? [row.item] : [])) ?? []
  const nameOfCode = useCodeNames(dictionary, shown)
  const edit = useInlineEdit(dictionary)
  const reorder = useReorder(list, items)
  const drag = useDragOrder(reorder.move)
  const isOrdered =
    noUpdate === null && dictionary.kind === 'DICTIONARY' && sort === 'order,asc' && text === ''

  const cells: ItemCells = {
    dictionary,
    nameOfCode,
    isOpen: tree.isOpen,
    onToggle: tree.toggle,
    onOpen,
    onEnter: (item) => state.setFilters({ parent: item.code }),
    isTree: hasTree,
    editor: (item, field) =>
      edit.editing?.id === item.id
        ? editorOf(field, {
            control: edit.kit.form.control,
            dictionary,
            item,
            nameOfCode,
            onSave: () => void edit.kit.submit(),
            onCancel: edit.cancel,
          })
        : null,
    order: isOrdered
      ? (item) => {
          const at = items.indexOf(item)
          // Only what stands on this level can be moved here; a branch is put in order on its own page.
          return at < 0 ? null : (
            <OrderHandle
              name={item.name}
              number={(state.page - 1) * state.size + at + 1}
              isFirst={reorder.isFirst(at)}
              isLast={reorder.isLast(at)}
              onMove={(step) => reorder.move(at, at + step)}
              onDragStart={() => drag.start(at)}
            />
          )
        }
      : null,
    actions: (item) => (
      <RowActions
        dictionary={dictionary}
        item={item}
        isEdited={edit.editing?.id === item.id}
        busy={edit.kit.busy}
        noUpdate={noUpdate}
        onEdit={() => edit.begin(item)}
        onSave={() => void edit.kit.submit()}
        onCancel={edit.cancel}
      />
    ),
  }
  const columns = itemColumns(cells)

  const editClicked = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('button, input, a, [data-choice]')) return
    const at = [...event.currentTarget.querySelectorAll('tbody tr')].indexOf(
      event.target.closest('tr') as HTMLTableRowElement,
    )
    const row = rows?.[at]
    if (row?.kind === 'item' && noUpdate === null && edit.editing?.id !== row.item.id) edit.begin(row.item)
  }
  return (
    <div className={styles.dropArea} onDoubleClick={editClicked} {...drag.area}>
      <ListScreen
        isPart
        isMain
        heading={heading}
        list={withRows(list, rows)}
        title={`Записи справочника «${dictionary.title}»`}
        columns={columns}
        rowKey={keyOfRow}
        tools={tools(list.total, { tab: state.tab, text })}
        create={create}
        isBusy={reorder.busy}
        empty={{
          title: 'Записей нет',
          text: 'Добавьте запись или загрузите справочник из файла.',
        }}
      />
      <RecordComparison kit={edit.kit} />
    </div>
  )
}
