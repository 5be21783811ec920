import {
  countProducts,
  getProduct,
  listProductAudit,
  listReleases,
  saveVersion,
  searchProducts,
} from '@ipoteka-office/contract/products/products.ts'
import type { Product, ProductVersion } from '@ipoteka-office/contract/products/product-rows.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { call } from '#api/call.ts'
import { statusOf } from '#api/failure.ts'
import { noteError } from '#lib/unexpected.ts'
import { keyOf } from '#api/query.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import { useRecord } from '#widgets/record/use-record.ts'
import { type ProductValues, toProductValues } from './product-values.ts'

const failedKey = 'product-failed'

/** Reads the product again after a command, and what depends on it. */
export async function adoptProduct(client: QueryClient): Promise<void> {
  const key = keyOf(getProduct)
  await client.cancelQueries({ queryKey: key })
  for (const endpoint of [searchProducts, countProducts, listProductAudit, listReleases])
    void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  await client.invalidateQueries({ queryKey: key })
}

/** The answer to a late save; what the server says is not judged again, so its schema stays out of the page. */
const LateVersion = z.custom<ProductVersion>(
  (value) => typeof value === 'object' && value !== null && 'content' in value && 'version' in value,
)

const loadChecks = () => import('./product-checks.ts')
const loadDifferences = () => import('../releases/late-differences.ts')
type Checks = Awaited<ReturnType<typeof loadChecks>>
type Differences = Awaited<ReturnType<Awaited<ReturnType<typeof loadDifferences>>['lateDifferences']>>

/** The rules of versions, which come after the page; until then a save waits for them. */
export function useChecks(): Checks | null {
  const [checks, setChecks] = useState<Checks | null>(null)
  useEffect(() => {
    loadChecks().then(setChecks, noteError)
  }, [])
  return checks
}

/** The form of a version and what guards its save. */
export function useProductRecord({
  product,
  checks,
  onMistake,
}: {
  product: Product
  checks: Checks | null
  /** Called with the path of the first mistake: the page shows the part that it stands in. */
  onMistake: (path: string) => void
}) {
  const client = useQueryClient()
  const differences = useRef<Differences | null>(null)
  const { shown, kind, id } = product
  const check = (values: ProductValues) =>
    (checks?.shapeIssues(kind, values) ?? []).map(({ path, message }) => ({ path: path.split('.'), message }))
  return useRecord<ProductVersion, ProductValues>({
    record: shown,
    name: 'Выпуск продукта',
    draftKey: `product/${id}/${shown.number}`,
    toValues: toProductValues,
    check,
    refusal: shown.editable.enabled ? null : (shown.editable.reasonDisabled ?? 'Выпуск не изменяется'),
    schema: LateVersion,
    search: ['number'],
    save: async (values, version) => {
      const { readContent } = checks ?? (await loadChecks())
      try {
        return await call(saveVersion, {
          params: { id: String(id), number: String(shown.number) },
          body: {
            content: readContent(kind, values),
            validFrom: values.validFrom || null,
            validTo: values.validTo || null,
            version,
          },
        })
      } catch (failure) {
        // Somebody was faster: what puts both sides in words is there before the question is.
        if (statusOf(failure) === 409)
          differences.current = await (await loadDifferences()).lateDifferences(client, product)
        throw failure
      }
    },
    onSaved: async (_, how) => {
      toast.closeByKey(failedKey)
      await adoptProduct(client)
      if (how === 'saved') toast.success('Черновик сохранён')
    },
    onMistakes: (form) => {
      const [first] = check(form.getValues())
      if (first) onMistake(first.path.join('.'))
    },
    fieldOf: (path) => path.replace(/^content\./, ''),
    onFailure: (failure) => {
      sayFailed('Черновик не сохранён', failure, failedKey)
      return true
    },
    differences: (mine, server) => differences.current?.(mine, server) ?? [],
  })
}
