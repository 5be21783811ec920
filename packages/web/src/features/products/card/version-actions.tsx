import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import * as api from '@ipoteka-office/contract/products/products.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { WordsDialog } from '#widgets/words-dialog.tsx'
import { periodText } from '../product-words.ts'
import { adoptProduct } from './use-product-record.ts'

const moves = {
  submit: api.submitVersion,
  approve: api.approveVersion,
  correction: api.correctVersion,
  release: api.releaseVersion,
  withdraw: api.withdrawVersion,
  archive: api.archiveVersion,
  discard: api.discardVersion,
} as const
type Move = keyof typeof moves

const isMove = (code: string): code is Move => Object.hasOwn(moves, code)

const abouts: Readonly<Partial<Record<Move, string>>> = {
  submit: 'Черновик уйдёт второму сотруднику; править его до ответа нельзя.',
  discard: 'Черновик уйдёт в архив. Выпуск, который действует сейчас, не изменится.',
  withdraw: 'Выпуск ещё не вступил в силу и не вступит; останется прежний.',
  archive: 'Новые заявки по продукту приниматься не будут; принятые закончат на своих условиях.',
}

/** Leads a version on: who wrote it sends it, another one approves and releases. */
export function MoveDialog({
  product,
  action,
  onMoved,
  onClose,
}: {
  product: Product
  action: AllowedAction
  onMoved: (changed: Product) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const { shown } = product
  const code = isMove(action.code) ? action.code : 'submit'
  return (
    <WordsDialog
      title={`${action.label}: выпуск ${shown.number}`}
      about={[
        `${abouts[code] ?? `Выпуск перейдёт в состояние «${action.toStage}».`} Дни выпуска: ${periodText(shown.validFrom, shown.validTo)}.`,
        // Nobody is kept from a release by them.
        ...(code === 'approve' || code === 'release' ? shown.warnings : []),
      ].join(' ')}
      action={action}
      send={async (comment) => {
        const body = { number: shown.number, version: shown.version, comment }
        const changed = await call(moves[code], { params: { id: String(product.id) }, body })
        onMoved(changed)
      }}
      // Somebody may have led it on meanwhile: the page shows where it is.
      onDone={() => void adoptProduct(client)}
      onClose={onClose}
    />
  )
}
