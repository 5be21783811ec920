import { getVersionProcess } from '@ipoteka-office/contract/products/products.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { RecordProcessDialog } from '#widgets/process/record-process-dialog.tsx'

/** The way of the version shown. */
export function VersionProcess({ product, onClose }: { product: Product; onClose: () => void }) {
  const { number } = product.shown
  const params = { id: String(product.id), number: String(number) }
  const answer = useQuery(query(getVersionProcess, { params }))
  return (
    <RecordProcessDialog
      title={`Процесс выпуска ${number}`}
      ledBy="Кто вёл выпуск"
      answer={answer}
      onClose={onClose}
    />
  )
}
