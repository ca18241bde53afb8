// After each test of any file.

import { afterEach } from 'vitest'
import { cleanUp } from './mount.svelte'

afterEach(cleanUp)
