/** Requests a simulation, once for the same question. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type BodyOf, call } from '../../api/call.ts'

export type Question = BodyOf<'postLifecycleSimulate'>
export type Settings = NonNullable<Question['settings']>

export const useSimulation = (question: Question | undefined) =>
  useQuery({
    queryKey: ['postLifecycleSimulate', question],
    queryFn: ({ signal }) => call('postLifecycleSimulate', undefined, question, signal),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
  })
