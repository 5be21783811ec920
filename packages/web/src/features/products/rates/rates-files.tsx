import { exportRates } from '@ipoteka-office/contract/products/rates-file.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { useState } from 'react'
import { download } from '#api/download.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { catalogueOf, objectOf } from '../product-words.ts'

const ImportDialog = onDemand(async () => (await import('./import-dialog.tsx')).ImportRatesDialog)

const formats = { xlsx: 'Выгрузить XLSX', csv: 'Выгрузить CSV' } as const

/** The rates as a file, and a file as the rates of the draft. */
export function RatesFiles({
  product,
  dirty,
  disabled,
}: {
  product: Product
  dirty: boolean
  disabled: boolean
}) {
  const [busy, setBusy] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const rights = useRights()
  const object = objectOf(catalogueOf(product.lending))
  const may = (operation: string, what: string) =>
    rights.all({ [object]: [operation] }) ? null : `Нет права на ${what}. Обратитесь к администратору`
  const unsaved = dirty ? 'Сначала сохраните изменения: файл делается из сохранённого черновика' : null
  const save = async (format: keyof typeof formats) => {
    setBusy(format)
    try {
      const query = { number: String(product.shown.number), format }
      await download(exportRates, { params: { id: String(product.id) }, query })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      {(Object.keys(formats) as (keyof typeof formats)[]).map((format) => (
        <Button
          key={format}
          loading={busy === format}
          disabledReason={may('ExportRates', 'выгрузку ставок') ?? unsaved}
          onClick={() => void save(format)}
        >
          {formats[format]}
        </Button>
      ))}
      {!disabled && (
        <Button
          disabledReason={may('ImportRates', 'загрузку ставок из файла') ?? unsaved}
          onClick={() => setOpen(true)}
        >
          Загрузить из файла
        </Button>
      )}
      {isOpen && <ImportDialog product={product} onClose={() => setOpen(false)} />}
    </>
  )
}
