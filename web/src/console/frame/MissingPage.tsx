import { Button } from '@mantine/core'
import { SearchIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { Empty, PageBody, PageHead } from '../blocks/layout.tsx'

export const MissingPage = () => (
  <PageBody>
    <PageHead title={words.frame.missingTitle} />
    <Empty
      icon={<SearchIcon />}
      title={words.frame.missingTitle}
      action={
        <Button component="a" href="#/">
          {words.frame.home}
        </Button>
      }
    >
      {words.frame.missing}
    </Empty>
  </PageBody>
)
