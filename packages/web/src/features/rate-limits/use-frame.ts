import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { getLimitFrame } from '@ipoteka-office/contract/rate-limits/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'

/** The quarters and categories with which the page works. */
export type LimitFrame = ResponseOf<typeof getLimitFrame>

/** Undefined until it has come, and for those who may not read it. */
export const useFrame = (): LimitFrame | undefined =>
  useQuery({ ...query(getLimitFrame), enabled: useRights().mayCall(getLimitFrame) }).data
