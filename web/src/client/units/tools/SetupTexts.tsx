import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { SetupSteps } from '../../../shared/tools/SetupSteps.tsx'

export function SetupTexts({ unit }: { unit: number }) {
  const [typed, setTyped] = useState('')
  const [apn] = useDebouncedValue(typed.trim(), 300)
  const query = useQuery({
    queryKey: ['getClientUnitsByIdSetup', unit, apn],
    queryFn: ({ signal }) => call('getClientUnitsByIdSetup', { id: unit, apn }, undefined, signal),
    // The texts stay as they are until the answer for the new values arrives.
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} height={160}>
      {(setup) => <SetupSteps setup={setup} typed={typed} setTyped={setTyped} />}
    </Loaded>
  )
}
