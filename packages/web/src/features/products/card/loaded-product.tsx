import { topics } from '@ipoteka-office/contract/live.ts'
import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { getProduct } from '@ipoteka-office/contract/products/products.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#api/query.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useRecordRefresh } from '#widgets/live-refresh.ts'

/** How the product is asked for: its draft where one is, else what is in force, or the version that the address names. */
export const productQuery = (id: string, number: string | null) =>
  query(getProduct, { params: { id }, query: number === null ? {} : { number } })

function Loaded({
  id,
  number,
  fits,
  children,
}: {
  id: string
  number: string | null
  fits: (product: Product) => boolean
  children: (product: Product) => ReactNode
}) {
  const answer = useQuery({ ...productQuery(id, number), gcTime: 0 })
  useRecordRefresh(topics.products, answer, () => void answer.refetch())
  if (answer.data) return fits(answer.data) ? children(answer.data) : <NotFound />
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return <PageSkeleton kind="form" />
}

/** A product, an option or a promotion by the address: `fits` says whether it belongs on this page. */
export function LoadedProduct({
  productId,
  number,
  ...rest
}: {
  productId: string
  /** Of the version that the address names. */
  number: string | undefined
  fits: (product: Product) => boolean
  children: (product: Product) => ReactNode
}) {
  if (!IdParam.safeParse(productId).success) return <NotFound />
  const named = number !== undefined && IdParam.safeParse(number).success ? number : null
  return <Loaded key={productId} id={productId} number={named} {...rest} />
}
