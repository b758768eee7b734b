import { takeFromAddress } from '../shared/addresses.ts'
import { showPage } from '../shared/Page.tsx'
import { PortalPage } from './PortalPage.tsx'

showPage(<PortalPage secret={takeFromAddress('hash').get('key') ?? ''} />)
