import { Button } from '@mantine/core'
import { useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { ConnectionList } from '../../../shared/tools/ConnectionList.tsx'
import classes from '../../../shared/tools/tools.module.css'

export function ConnectionLog({ unit }: { unit: number }) {
  const query = useOperation('getClientUnitsByIdConnections', { id: unit })
  return (
    <Loaded query={query}>
      {(connections) => (
        <div className={classes.part}>
          <div className={classes.buttons}>
            <Button variant="subtle" size="compact-sm" onClick={() => void query.refetch()}>
              {texts.tools.log.again}
            </Button>
          </div>
          <ConnectionList connections={connections} />
        </div>
      )}
    </Loaded>
  )
}
