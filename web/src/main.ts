import { mount } from 'svelte'
import App from './app/App.svelte'
import { applySettings } from './browser/settings.svelte'
import './styles/base.css'

applySettings()
mount(App, { target: document.getElementById('app')! })
