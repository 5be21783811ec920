import { DataTable, type DataTableProps } from './data-table.tsx'

const stay = () => undefined

/** A table of all there is: a short collection that the server answers whole, which has no pages. */
export function WholeTable<Row>(
  props: Omit<DataTableProps<Row>, 'total' | 'page' | 'size' | 'sizes' | 'onPage' | 'onSize' | 'isWhole'>,
) {
  const count = props.rows?.length ?? 0
  return <DataTable {...props} isWhole total={count} page={1} size={Math.max(1, count)} onPage={stay} />
}
