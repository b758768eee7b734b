import { showPage } from '../shared/Page.tsx'

showPage(<p />)
