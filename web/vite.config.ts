import { defineConfig } from 'vite'

/* The names of the built files stay the same from build to build: they are committed and built
 * into the program, which serves them with a tag of their content. */
export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: false,
    minify: 'terser', // 3 KB less, packed, than what Vite brings with it
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 3, unsafe_arrows: true, pure_getters: true, keep_fargs: false },
    },
    cssCodeSplit: false,
    rollupOptions: {
      output: {
        entryFileNames: 'page.js',
        chunkFileNames: '[name].js',
        assetFileNames: 'page[extname]',
      },
    },
  },
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: 'live.js' } } },
  server: { proxy: { '/api': 'http://127.0.0.1:8808' } },
})
